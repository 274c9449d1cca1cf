//! The screens of the app to take screenshots of, and how to reach each of them.

use std::time::Duration;

use crate::{Meeting, Page, Result};
use ScreenStep::{
    BanVisitor, Click, FillServer, FinishGame, Go, Meet, Press, Rest, Run, ShowClub, ShowProfile, SitWithFriends, Type,
    WaitFor,
};

/// A screen and how to reach it.
pub struct Screen {
    /// The name of the screen and its screenshots.
    pub name: &'static str,
    /// The fragment of the address to start from.
    pub fragment: &'static str,
    /// What to do from there.
    pub steps: &'static [ScreenStep],
}

/// A step on the way to a screen.
pub enum ScreenStep {
    /// Click the element that matches a CSS selector.
    Click(&'static str),
    /// Press a key, such as `Escape` or `Shift+Tab`.
    Press(&'static str),
    /// Type into the focused element.
    Type(&'static str),
    /// Wait until a visible element matches a CSS selector.
    WaitFor(&'static str),
    /// Go to another fragment of the address.
    Go(&'static str),
    /// Run JavaScript in the page.
    Run(&'static str),
    /// Fill the server with people, reports and bans, and make the visitor an administrator.
    FillServer,
    /// Let people meet on the server.
    Meet(Meeting),
    /// Ban the visitor of a server that was filled.
    BanVisitor,
    /// Go to a club, as its owner.
    ShowClub,
    /// Go to the profile of someone who has played, as a friend of theirs.
    ShowProfile,
    /// Sit down with two friends who have talked a little.
    SitWithFriends,
    /// Open the page of a game of the visitor that computer players have finished.
    FinishGame,
    /// Wait for an animation to finish.
    Rest(Duration),
}

const SETTLE: ScreenStep = Rest(Duration::from_millis(900));

/// A four-player game in full swing. Blue is to move and can start a journey from M to J.
const MIDDLE: &str = "#/position/1b1bvb1!1Y1b1rR!r2rrr1!B1YYbbb!yV2YVv!V1B3V!2byb1b!v1R3v!v1rvrv1!yRyrrY1!2V1Bv1!rRyVr1y!rRrvRvB_370d7e_rbvy_b_77_0";
/// The same game near its end: only the bridges kl and lm are left, and a journey from L ends the game.
const LATE: &str = "#/position/1b1bvb1!1Y1b1rR!r2rrr1!B1YYbbb!yV2YVv!V1B3V!2byb1b!v1R3v!v1rvrv1!yRyrrY1!2V1Bv1!rRyVr1y!rRrvRvB_600000_rbvy_b_117_0";

/// The same position on the analysis board.
const MIDDLE_ANALYSIS: &str = "#/analysis/1b1bvb1!1Y1b1rR!r2rrr1!B1YYbbb!yV2YVv!V1B3V!2byb1b!v1R3v!v1rvrv1!yRyrrY1!2V1Bv1!rRyVr1y!rRrvRvB_370d7e_rbvy_b_77_0";
/// A game whose last turn could have won it for red and did not.
const MISSED: &str = "#/game/1.rby.RRr4!y6!7!bb5!7!7!7!7!7!7!bbbb3!7!7_000003_rby_r_90_0..ab.person~person~person";
/// A game with variations, marks and comments.
const ANNOTATED: &str = "#/analysis/2.rbvy.f..;The'20first'20round;Pa,1;A'20quiet'20start'2e;+FfHf(;The'20slow'20way;Ae,3Pl,0;Better'20than'20it'20looks'2e;Ai)Pl,4(+YaFa)Ai+HaAbPf.Ada~~~.A'20first'20game";
/// A position that no game can reach, in the editor.
const IMPOSSIBLE: &str = "#/analysis/editor/1b1bvb1!RRRb1rR!RR1rrr1!B1YYbbb!yV2YVv!V1B3V!2byb1b!v1R3v!v1rvrv1!yRyrrY1!2V1Bv1!rRyVr1y!rRrvRvB_370d7e_rbvy_-_77_0";

/// A game against computer players in which red is to move. Since its last move, blue and yellow have made journeys, one of them at
/// red's expense, and violet has recruited.
const RECAP: &str = "#/game/1.rbvy.f..Aj+FfAg+FaAfAlPb+YeHf+PhHlFbHgfihe+AhFl+HgRhPi+PeDlHmRa+HfPiPf+PgHm+RaFgRelmgdRd+ReFi+PfHm+PgRi+HdHgefae+FbAlhk+AdHi+FaPebfPjij+HlDmlh.person~bot:guide~bot:guide~bot:guide";

/// A finished game of one human, who came second, against computer players.
const FINISHED: &str = "#/game/1.rbvy.f..Aa+RmPmRa+RiHiPaAmDaFi+PaHaHg+YaFaPiabFm+YaFa+PiFi+AaHa+AmFm+RaDaAiRbDmaeYi+AaPaHm+RaFa+AiYi+HaRb+DmHm+DaYa+DbAh+AbHbPfagbfYf+PfFf+ReYeHh+RfYffe+RgFghe+YfPg+PeFe+DgYgPlfimlgkih+DjPk+RlPl+RkDk+RhRiFjlkkh+PiFiji+RmHmPj+AiHi+DjFj+DlFmAj+PhFhjmAkHjhl+YeYfHk+PjHjim+RfFj+AkHk+RjAj+DbDf+PbDj+PfPk+YkFkbc+PaRe+FfRk+RaRgYc+PgYjedkdAc+AgHg+RdAd+DaFaHcgdfcad.person~bot:pilgrim~bot:guide~bot:guide";

/// The last turns of that game, on which a report can be made in a moment.
const SHORT: &str = "#/game/1.rbvy.vrvrvvr!rryrvvr!7!7!rrvBRBr!rrybRbr!vrvrvvr!yyvyyyy!YYbYyYY!vvrVrrV!bbvbvvb!yyBy1yy!BbbbyBB_0807d2_rbvy_y_103_0..im+RfFj+AkHk+RjAj+DbDf+PbDj+PfPk+YkFkbc+PaRe+FfRk+RaRgYc+PgYjedkdAc+AgHg+RdAd+DaFaHcgdfcad.person~bot:pilgrim~bot:guide~bot:guide";

/// Adds results of earlier games; the best of them is that of the game on the screen.
const RESULTS: &str = "(() => {
    const add = (id, line) => localStorage.setItem('shangrila.result.' + id, line);
    add(location.hash.split('/').pop(), '1 1795000000000 1/4 11 3 guide,guide,guide');
    ['2/4 8 -2 goatherd', '1/4 12 5 goatherd', '1/4 13 6 goatherd', '1/4 10 2 pilgrim', '3/4 6 -3 pilgrim', '1/4 9 1 pilgrim',
        '1/4 11 2 pilgrim', '4/4 4 -7 guide resigned', '2/4 8 -1 guide', '1/4 9 1 guide'].forEach((game, index) => {
        const [place, masters, lead, level, ...resigned] = game.split(' ');
        add('g' + index, ['1', 1794000000000 + index * 7e7, place, masters, lead, [level, level, level], ...resigned].join(' '));
    });
    add('three', '1 1794950000000 2/3 7 -1 goatherd,guide');
})()";

/// A free set-up in analysis, after its first round.
const FREE_SETUP: &str = "#/analysis/1.rbvy.e..PiPkRiRk.";

/// Three tournaments: one that can be entered, one over days that the visitor plays in, and one that computer players have finished. Opens the last one.
const TOURNAMENTS: &str = "(async () => {
    const send = async (path, body) => {
        const answer = await fetch('api/' + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
    };
    const act = (id, action) => send(`tournaments/${id}/actions`, action);
    const add = (id, level, count) => act(id, { action: 'add_computers', level, count });
    await send('accounts', { name: 'Dora', password: 'seven silver bells' });
    const spring = await send('tournaments', { name: 'Spring knockout', format: { knockout: { advance: 2 } }, starts: 2000000000000 });
    await add(spring.tournament, 'guide', 5);
    await act(spring.tournament, { action: 'enter' });
    const slow = await send('tournaments', { name: 'Over the winter', clock: { days: { days: 3 } }, rounds: 5, round_days: 30 });
    await add(slow.tournament, 'pilgrim', 3);
    await act(slow.tournament, { action: 'enter' });
    await act(slow.tournament, { action: 'start' });
    const cup = await send('tournaments', { name: 'Duplicate on Sunday', format: 'duplicate', fill: 'goatherd', pause: 0 });
    await add(cup.tournament, 'goatherd', 12);
    await act(cup.tournament, { action: 'start' });
    while ((await (await fetch(`api/tournaments/${cup.tournament}`)).json()).summary.phase !== 'finished') {
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
    sessionStorage.setItem('tournaments', JSON.stringify([spring, slow, cup].map((one) => one.tournament)));
    location.hash = '#/tournaments/' + cup.tournament;
    location.reload();
})()";
/// Opens another one of these.
const OPEN_TOURNAMENT: &str =
    "void (location.hash = '#/tournaments/' + JSON.parse(sessionStorage.getItem('tournaments'))[0])";
const SLOW_TOURNAMENT: &str =
    "void (location.hash = '#/tournaments/' + JSON.parse(sessionStorage.getItem('tournaments'))[1])";

/// What a chat shows of the link to the table on the screen: the title, the description and the picture that the page at its address names.
const LINK_CARD: &str = "(async () => {
    const link = document.querySelector('#table-link').value;
    const page = new DOMParser().parseFromString(await (await fetch(new URL(link).pathname)).text(), 'text/html');
    const tag = (name) => page.querySelector(`meta[property='og:${name}']`).content;
    const part = (name, content, style) => {
        const element = document.createElement(name);
        element.append(...[content].flat());
        Object.assign(element.style, style);
        return element;
    };
    const picture = Object.assign(new Image(), { src: new URL(tag('image')).pathname, alt: '' });
    await picture.decode();
    Object.assign(picture.style, { display: 'block', width: '100%', height: 'auto' });
    const words = part('div', [
        part('small', tag('site_name'), { opacity: 0.75 }), part('b', tag('title')), part('span', tag('description')),
    ], { display: 'grid', gap: '0.25rem', padding: '0.75rem 1rem' });
    const card = part('a', [picture, words], {
        display: 'block', overflow: 'hidden', borderRadius: '12px', background: 'var(--paper2)', color: 'inherit', textDecoration: 'none',
    });
    const message = part('main', [part('p', link, { overflowWrap: 'anywhere' }), card], {
        display: 'grid', gap: '0.75rem', maxWidth: '34rem', margin: '0 auto', padding: '2rem 1rem', alignContent: 'start', minHeight: '100dvh',
    });
    document.body.style.background = 'var(--paper)';
    document.body.replaceChildren(message);
})()";

/// The end of a game of three clans. Red wins with A to D; after A to B blue does.
const LAST_MOVE: &str = "#/position/RRr4!y6!7!bb5!7!7!7!7!7!7!bbbb3!7!7_000003_rby_r_90_0";

/// All screens. To add one, add a line.
pub const SCREENS: &[Screen] = &[
    Screen { name: "home", fragment: "", steps: &[] },
    Screen { name: "settings", fragment: "", steps: &[Click("[data-do=settings]"), WaitFor("dialog[open]"), SETTLE] },
    Screen { name: "games", fragment: "#/games", steps: &[] },
    Screen { name: "rules", fragment: "#/rules", steps: &[] },
    Screen { name: "strategy", fragment: "#/strategy", steps: &[WaitFor("[data-claim]")] },
    Screen { name: "lesson", fragment: "#/tutorial", steps: &[WaitFor("[data-lesson]"), SETTLE] },
    Screen {
        name: "lesson-move",
        fragment: "#/tutorial/2",
        steps: &[WaitFor("[data-lesson]"), Click("[data-do=show-way]"), WaitFor("[data-confirm]"), SETTLE],
    },
    Screen {
        name: "lesson-refused",
        fragment: "#/tutorial/5",
        steps: &[
            WaitFor("[data-lesson]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("h>l"),
            Press("Enter"),
            WaitFor("[data-confirm]"),
            Press("Enter"),
            WaitFor("[data-wrong]"),
            SETTLE,
        ],
    },
    Screen {
        name: "lesson-done",
        fragment: "#/tutorial/9",
        steps: &[
            WaitFor("[data-lesson]"),
            Click("[data-do=show-way]"),
            Click("[data-confirm]"),
            WaitFor("[data-done]"),
            SETTLE,
        ],
    },
    Screen { name: "lesson-endgame", fragment: "#/tutorial/11", steps: &[WaitFor("[data-lesson]"), SETTLE] },
    Screen { name: "puzzles", fragment: "#/puzzles", steps: &[WaitFor(".puzzle-kinds"), SETTLE] },
    Screen { name: "puzzle", fragment: "#/puzzles/daily", steps: &[WaitFor("[data-puzzle]"), SETTLE] },
    Screen {
        name: "puzzle-solved",
        fragment: "#/puzzles/endgame",
        steps: &[
            WaitFor("[data-puzzle]"),
            Click("[data-do=show-solution]"),
            Click("[data-confirm]"),
            WaitFor("[data-solved]"),
            SETTLE,
        ],
    },
    Screen {
        name: "puzzle-wrong",
        fragment: "#/puzzles/1.70.0.0",
        steps: &[
            WaitFor("[data-puzzle][data-state=task]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("R@h"),
            Press("Enter"),
            WaitFor("[data-confirm]"),
            Click("[data-confirm]"),
            WaitFor("[data-verdict]"),
            SETTLE,
        ],
    },
    Screen { name: "table", fragment: "", steps: &[Click("[data-do=start]"), WaitFor("[data-village]"), SETTLE] },
    Screen {
        name: "three",
        fragment: "",
        steps: &[Click("[data-players='3']"), Click("[data-do=start]"), WaitFor("[data-village]"), SETTLE],
    },
    Screen {
        name: "setup",
        fragment: "",
        steps: &[Click("[data-setup=free]"), Click("[data-do=start]"), WaitFor("[data-village]"), SETTLE],
    },
    Screen {
        name: "fair-start",
        fragment: "",
        steps: &[Click("[data-players='3']"), Click("[data-setup=fair]"), WaitFor("[data-chances]"), SETTLE],
    },
    Screen {
        name: "fair-table",
        fragment: "",
        steps: &[
            Click("[data-players='3']"),
            Click("[data-setup=fair]"),
            WaitFor("[data-chances]"),
            Click("[data-do=start]"),
            WaitFor("[data-village]"),
            SETTLE,
        ],
    },
    Screen { name: "middle", fragment: MIDDLE, steps: &[WaitFor("[data-village]"), SETTLE] },
    Screen {
        name: "village",
        fragment: MIDDLE,
        steps: &[WaitFor("[data-village]"), Click("[data-village=d] .village-badge"), SETTLE],
    },
    Screen {
        name: "journey",
        fragment: MIDDLE,
        steps: &[
            WaitFor("[data-village]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("m>j"),
            Press("Enter"),
            SETTLE,
        ],
    },
    Screen {
        name: "recruit",
        fragment: MIDDLE,
        steps: &[
            WaitFor("[data-village]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("+D@g+H@g"),
            Press("Enter"),
            SETTLE,
        ],
    },
    Screen { name: "recap", fragment: RECAP, steps: &[WaitFor("[data-village]"), SETTLE] },
    Screen {
        name: "danger",
        fragment: RECAP,
        // Keyboard only: below the pointer there would be a journey, which the board would show.
        steps: &[WaitFor("[data-village]"), Press("t"), WaitFor("[data-could-lose]"), SETTLE],
    },
    Screen {
        name: "hint-where",
        fragment: RECAP,
        steps: &[
            WaitFor("[data-village]"),
            Click("[data-do=hint]"),
            WaitFor("[data-do=more-help]"),
            WaitFor(".village.origin"),
            SETTLE,
        ],
    },
    Screen {
        name: "hint",
        fragment: RECAP,
        steps: &[
            WaitFor("[data-village]"),
            Click("[data-do=hint]"),
            Click("[data-do=more-help]"),
            Click("[data-do=more-help]"),
            WaitFor("[data-do=play-hint]"),
            SETTLE,
        ],
    },
    Screen {
        name: "warning",
        fragment: "",
        steps: &[
            Click("[data-do=settings]"),
            Click("[data-option=teaching]"),
            Press("Escape"),
            Go(LAST_MOVE),
            WaitFor("[data-do=hint]:enabled"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("a>b"),
            Press("Enter"),
            WaitFor("[data-confirm]"),
            Click("[data-confirm]"),
            WaitFor("[data-do=play-anyway]"),
            SETTLE,
        ],
    },
    Screen {
        name: "analysis",
        fragment: MIDDLE_ANALYSIS,
        steps: &[WaitFor("[data-line='1'][data-move]"), Rest(Duration::from_millis(2500))],
    },
    Screen {
        name: "setup-explorer",
        fragment: FREE_SETUP,
        steps: &[WaitFor("[data-setup]"), WaitFor("[data-line='1'][data-move]"), Rest(Duration::from_millis(1500))],
    },
    Screen {
        name: "variations",
        fragment: ANNOTATED,
        steps: &[WaitFor("[data-line='1'][data-move]"), Click("[data-node='3']"), SETTLE, SETTLE],
    },
    Screen {
        name: "play-here",
        fragment: MIDDLE_ANALYSIS,
        steps: &[WaitFor("[data-village]"), Click("[data-do=play-here]"), WaitFor("[data-do=start-here]"), SETTLE],
    },
    Screen {
        name: "analyses",
        fragment: MIDDLE_ANALYSIS,
        steps: &[WaitFor("[data-village]"), Go("#/analysis"), WaitFor("[data-do=editor]"), SETTLE],
    },
    Screen {
        name: "rated-refusal",
        fragment: "#/analysis",
        steps: &[
            WaitFor("[data-do=editor]"),
            Run("localStorage.setItem('shangrila.rated.t1', '1.rbvy.f..Pa+FfHf.')"),
            Go("#/analysis/1.rbvy.f..Pa."),
            WaitFor("[data-refused=rated]"),
            SETTLE,
        ],
    },
    Screen { name: "editor", fragment: IMPOSSIBLE, steps: &[WaitFor("[data-village]"), SETTLE] },
    Screen { name: "late", fragment: LATE, steps: &[WaitFor("[data-village]"), SETTLE] },
    Screen { name: "threats", fragment: MIDDLE, steps: &[WaitFor("[data-village]"), Press("t"), SETTLE] },
    Screen { name: "menu", fragment: MIDDLE, steps: &[WaitFor("[data-village]"), Press("m"), SETTLE] },
    Screen { name: "words", fragment: MIDDLE, steps: &[WaitFor("[data-village]"), Press("b"), SETTLE] },
    Screen { name: "keys", fragment: MIDDLE, steps: &[WaitFor("[data-village]"), Press("?"), SETTLE] },
    Screen {
        name: "end",
        fragment: LATE,
        steps: &[
            WaitFor("[data-village]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("m>l"),
            Press("Enter"),
            Press("Enter"),
            WaitFor("[data-result]"),
            SETTLE,
        ],
    },
    Screen { name: "ending", fragment: FINISHED, steps: &[WaitFor("[data-result]"), SETTLE] },
    Screen {
        name: "game-report",
        fragment: SHORT,
        steps: &[WaitFor("[data-result]"), Click("[data-do=report]"), WaitFor("[data-accuracy]"), SETTLE],
    },
    Screen {
        name: "exercise",
        fragment: SHORT,
        steps: &[
            WaitFor("[data-result]"),
            Click("[data-do=report]"),
            WaitFor("[data-accuracy]"),
            Click("[data-do=practise]"),
            WaitFor("[data-exercise]"),
            SETTLE,
        ],
    },
    Screen {
        name: "exercise-solved",
        fragment: SHORT,
        steps: &[
            WaitFor("[data-result]"),
            Click("[data-do=report]"),
            WaitFor("[data-accuracy]"),
            Click("[data-do=practise]"),
            WaitFor("[data-exercise]"),
            Click("[data-do=show-solution]"),
            WaitFor("[data-confirm]"),
            Click("[data-confirm]"),
            WaitFor("[data-solved]"),
            SETTLE,
        ],
    },
    Screen {
        name: "exercise-wrong",
        fragment: MISSED,
        steps: &[
            WaitFor("[data-result]"),
            Click("[data-do=report]"),
            WaitFor("[data-accuracy]"),
            Click("[data-missed=true]"),
            WaitFor("[data-played]"),
            Press("/"),
            WaitFor("#typed-move:focus"),
            Type("a>b"),
            Press("Enter"),
            WaitFor("[data-confirm]"),
            Click("[data-confirm]"),
            WaitFor("[data-verdict]"),
            SETTLE,
        ],
    },
    Screen {
        name: "saved",
        fragment: FINISHED,
        steps: &[WaitFor("[data-result]"), Go("#/games"), WaitFor(".saved-players"), SETTLE],
    },
    Screen { name: "no-record", fragment: "#/record", steps: &[WaitFor(".record")] },
    Screen {
        name: "record",
        fragment: FINISHED,
        steps: &[WaitFor("[data-result]"), Run(RESULTS), Go("#/record"), WaitFor("[data-best] .thumbnail"), SETTLE],
    },
    // Shown both with a server and without one.
    Screen { name: "lobby", fragment: "#/online", steps: &[WaitFor(".invitation, .no-server")] },
    Screen { name: "play-now", fragment: "#/online/now", steps: &[WaitFor(".form-foot, .no-server")] },
    Screen {
        name: "waiting-room",
        fragment: "#/online/new",
        steps: &[
            WaitFor("[name=name]"),
            Click("[name=name]"),
            Type("Ada"),
            Click("[data-clock=live]"),
            Click("[data-do=create-table]"),
            WaitFor("main.room"),
            Click("[data-do=qr-code]"),
            WaitFor(".qr-code"),
            SETTLE,
        ],
    },
    Screen {
        name: "room-for-two",
        fragment: "#/online/new",
        steps: &[
            WaitFor("[name=name]"),
            Click("[name=name]"),
            Type("Ada"),
            Click("[data-players='2']"),
            Click("[data-pairs=weaker]"),
            Click("[data-do=create-table]"),
            WaitFor("main.room"),
            SETTLE,
        ],
    },
    Screen {
        name: "invitation",
        fragment: "#/online/new",
        steps: &[
            WaitFor("[name=name]"),
            Click("[name=name]"),
            Type("Ada"),
            Click("[data-do=create-table]"),
            WaitFor("main.room"),
            // As somebody else.
            Run("fetch('api/session', { method: 'DELETE' }).then(() => location.reload())"),
            WaitFor("[data-do=join]"),
            SETTLE,
        ],
    },
    Screen {
        name: "invitation-preview",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::HostedRoom), WaitFor("#table-link"), Run(LINK_CARD), SETTLE],
    },
    Screen {
        name: "full-lobby",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::Lobby), WaitFor("[data-running] [data-table]"), SETTLE],
    },
    Screen {
        name: "games-waiting",
        fragment: "#/online",
        steps: &[
            WaitFor(".invitation"),
            Meet(Meeting::YourTurn),
            WaitFor(".your-turn-bar"),
            Go("#/"),
            WaitFor(".games-waiting"),
            SETTLE,
        ],
    },
    Screen {
        name: "your-turn",
        fragment: "#/online",
        steps: &[
            WaitFor(".invitation"),
            Meet(Meeting::YourTurn),
            WaitFor(".your-turn-bar"),
            Go("#/rules"),
            WaitFor(".rules"),
            SETTLE,
        ],
    },
    Screen {
        name: "hosted-room",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::HostedRoom), WaitFor("[data-do=remove]"), SETTLE],
    },
    Screen {
        name: "guest-room",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::GuestRoom), WaitFor("main.room[data-seat=b]"), SETTLE],
    },
    Screen {
        name: "ready-check",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::ReadyCheck), WaitFor("[data-do=ready]"), SETTLE],
    },
    Screen {
        name: "rated-invitation",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::RatedInvitation), WaitFor("[data-needs-account]"), SETTLE],
    },
    Screen {
        name: "open-seats",
        fragment: "#/online",
        steps: &[WaitFor(".invitation"), Meet(Meeting::OpenSeats), WaitFor("[data-note=open-seats]"), SETTLE],
    },
    Screen {
        name: "turn-notices",
        fragment: "#/online",
        steps: &[
            WaitFor(".invitation"),
            Meet(Meeting::YourTurn),
            Go("#/account"),
            WaitFor("[data-notices] [data-webhook=ntfy]"),
            Click("[data-webhook=ntfy]"),
            Click("[data-option=quiet]"),
            WaitFor("[name=quiet-from]"),
            SETTLE,
        ],
    },
    Screen { name: "unsubscribe", fragment: "#/unsubscribe/0", steps: &[WaitFor("[data-do=unsubscribe], .no-server")] },
    Screen { name: "new-table", fragment: "#/online/new", steps: &[WaitFor(".form-foot, .no-server")] },
    Screen {
        name: "new-table-for-two",
        fragment: "#/online/new",
        steps: &[WaitFor("[data-players='2']"), Click("[data-players='2']"), WaitFor(".seats .pair"), SETTLE],
    },
    Screen {
        name: "tournaments",
        fragment: "#/online",
        steps: &[
            Run(TOURNAMENTS),
            WaitFor("[data-phase=finished]"),
            Go("#/tournaments"),
            WaitFor("[data-tournament] a"),
            SETTLE,
        ],
    },
    Screen {
        name: "tournament",
        fragment: "#/online",
        steps: &[Run(TOURNAMENTS), WaitFor("[data-phase=finished]"), SETTLE],
    },
    Screen {
        name: "tournament-open",
        fragment: "#/online",
        steps: &[
            Run(TOURNAMENTS),
            WaitFor("[data-phase=finished]"),
            Run(OPEN_TOURNAMENT),
            WaitFor("[data-phase=open]"),
            SETTLE,
        ],
    },
    Screen {
        name: "tournament-running",
        fragment: "#/online",
        steps: &[
            Run(TOURNAMENTS),
            WaitFor("[data-phase=finished]"),
            Run(SLOW_TOURNAMENT),
            WaitFor("[data-phase=running]"),
            SETTLE,
        ],
    },
    Screen {
        name: "new-tournament",
        fragment: "#/online",
        steps: &[
            Run(TOURNAMENTS),
            WaitFor("[data-phase=finished]"),
            Go("#/tournaments/new"),
            WaitFor("[data-do=create-tournament]"),
            SETTLE,
        ],
    },
    Screen { name: "finished", fragment: "#/online/games", steps: &[WaitFor(".search, .no-server")] },
    Screen { name: "ratings", fragment: "#/ratings", steps: &[WaitFor(".search, .no-server")] },
    Screen { name: "account", fragment: "#/account", steps: &[WaitFor(".cards, .no-server")] },
    Screen {
        name: "own-account",
        fragment: "#/account",
        steps: &[
            WaitFor("#sign-up-name"),
            Click("#sign-up-name"),
            Type("Ada"),
            Click("#sign-up-password"),
            Type("over the bridge"),
            Click("[data-do=sign-up]"),
            WaitFor("[data-device]"),
            SETTLE,
        ],
    },
    Screen { name: "forgotten", fragment: "#/forgotten", steps: &[WaitFor(".cards, .no-server")] },
    Screen { name: "new-password", fragment: "#/new-password/0", steps: &[WaitFor(".cards, .no-server")] },
    Screen {
        name: "blocked",
        fragment: "#/account",
        steps: &[FillServer, WaitFor("[data-blocked]"), Click("[data-blocked]"), SETTLE],
    },
    Screen {
        name: "report",
        fragment: "#/moderation/people",
        steps: &[
            FillServer,
            Click("[data-found]:last-child h3 a"),
            Click("[data-do=report]"),
            WaitFor("#report-text"),
            SETTLE,
        ],
    },
    Screen { name: "reports", fragment: "#/moderation", steps: &[FillServer, WaitFor("[data-report]"), SETTLE] },
    Screen { name: "people", fragment: "#/moderation/people", steps: &[FillServer, WaitFor("[data-found]"), SETTLE] },
    Screen {
        name: "found-tables",
        fragment: "#/moderation/tables",
        steps: &[FillServer, Click("[data-do=see-chat]"), WaitFor("[data-line]"), SETTLE],
    },
    Screen {
        name: "addresses",
        fragment: "#/moderation/networks",
        steps: &[FillServer, WaitFor("[data-network]"), SETTLE],
    },
    Screen { name: "audit", fragment: "#/moderation/audit", steps: &[FillServer, WaitFor("[data-entry]"), SETTLE] },
    Screen {
        name: "fair-play",
        fragment: "#/moderation/people",
        steps: &[FillServer, Click("[data-do=fair-play]"), WaitFor("[data-fair-play]"), SETTLE],
    },
    Screen {
        name: "banned",
        fragment: "#/online",
        steps: &[FillServer, BanVisitor, Go("#/ratings"), WaitFor("[data-banned]"), SETTLE],
    },
    Screen {
        name: "profile",
        fragment: "#/online",
        steps: &[WaitFor("[data-empty]"), ShowProfile, WaitFor("[data-points]"), WaitFor("[data-results]"), SETTLE],
    },
    Screen {
        name: "friends",
        fragment: "#/online",
        steps: &[WaitFor("[data-empty]"), ShowProfile, Go("#/people"), WaitFor("[data-people=friends]"), SETTLE],
    },
    Screen {
        name: "club",
        fragment: "#/online",
        steps: &[WaitFor("[data-empty]"), ShowClub, WaitFor("[data-standing]"), SETTLE],
    },
    Screen { name: "clubs", fragment: "#/clubs", steps: &[WaitFor("[data-no-clubs]"), SETTLE] },
    Screen {
        name: "table-with-chat",
        fragment: "#/online",
        steps: &[SitWithFriends, WaitFor("[data-do=chat]"), Click("[data-do=chat]"), WaitFor("[data-chat]"), SETTLE],
    },
    Screen {
        name: "conditional-moves",
        fragment: "#/online",
        steps: &[
            SitWithFriends,
            Click("[data-do=conditional]"),
            Click("#typed-line"),
            Type("* * P@a"),
            Press("Enter"),
            WaitFor("[data-line]"),
            Click("[data-do=any-move]"),
            SETTLE,
        ],
    },
    Screen {
        name: "own-notes",
        fragment: "#/online",
        steps: &[
            SitWithFriends,
            Click("[data-do=notes]"),
            WaitFor("#own-notes:enabled"),
            Click("#own-notes"),
            Type("Ben likes the north. Keep a student in E, and answer b>c with a journey."),
            WaitFor("[data-notes=saved]"),
            SETTLE,
        ],
    },
    Screen { name: "finished-game", fragment: "#/online", steps: &[FinishGame, WaitFor("[data-facts]"), SETTLE] },
    Screen { name: "nowhere", fragment: "#/nowhere", steps: &[] },
];

impl Screen {
    /// Returns the screen with this name.
    pub fn named(name: &str) -> Result<&'static Screen> {
        let names = || SCREENS.iter().map(|screen| screen.name).collect::<Vec<_>>().join(", ");
        let found = SCREENS.iter().find(|screen| screen.name == name);
        found.ok_or_else(|| format!("there is no screen {name}; there are {}", names()))
    }

    /// Navigates to the screen.
    pub async fn reach(&self, page: &Page) -> Result<()> {
        for step in self.steps {
            match step {
                Click(selector) => page.click(selector).await?,
                Press(keys) => page.press(keys).await?,
                Type(text) => page.type_text(text).await?,
                WaitFor(selector) => page.wait_for(selector).await?,
                Go(fragment) => page.eval(&format!("void (location.hash = '{fragment}')")).await?,
                Run(script) => page.eval(script).await?,
                FillServer => page.fill_server().await?,
                Meet(meeting) => page.meet(*meeting).await?,
                SitWithFriends => page.sit_with_friends().await?,
                FinishGame => page.finish_game().await?,
                BanVisitor => page.ban_visitor().await?,
                ShowClub => page.show_club().await?,
                ShowProfile => page.show_profile().await?,
                Rest(time) => tokio::time::sleep(*time).await,
            }
            if matches!(step, Meet(_) | SitWithFriends | FinishGame | ShowClub | ShowProfile) {
                // Several people have signed in and out behind the back of the page that was open meanwhile.
                page.take_complaints();
            }
        }
        Ok(())
    }
}
