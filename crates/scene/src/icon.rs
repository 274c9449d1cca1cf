//! The icons of the interface: lines on a grid of 24 units, in the colour of the text.

/// The view box of every icon.
pub const ICON_VIEW_BOX: &str = "0 0 24 24";

/// An icon, named for what it means rather than what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Icon {
    /// The Stone of the Wise.
    Stone,
    /// A standing bridge.
    Bridge,
    /// A broken bridge.
    BrokenBridge,
    /// Place a master.
    Place,
    /// Recruit students.
    Recruit,
    /// Send a journey.
    Journey,
    /// Open the menu.
    Menu,
    /// Go back.
    Back,
    /// Go forward.
    Forward,
    /// Undo the last move.
    Undo,
    /// Redo a move that was undone.
    Redo,
    /// Show a hint: a light bulb.
    Hint,
    /// Show threats.
    Eye,
    /// The list of moves.
    List,
    /// Start the replay.
    Play,
    /// Pause the replay.
    Pause,
    /// One move forward.
    StepForward,
    /// One move back.
    StepBack,
    /// Go to the start of the game.
    First,
    /// Go to the end of the game.
    Last,
    /// Sound is on.
    SoundOn,
    /// Sound is off.
    SoundOff,
    /// Light theme.
    Sun,
    /// Dark theme.
    Moon,
    /// Choose a language: a globe.
    Language,
    /// Close a dialog or panel.
    Close,
    /// Done, or agreed.
    Check,
    /// Share a link.
    Link,
    /// Save as a file.
    Download,
    /// Open a file.
    Upload,
    /// Delete.
    Trash,
    /// Settings: sliders.
    Settings,
    /// The rules: a book.
    Rules,
    /// A human player.
    Person,
    /// A computer player.
    Computer,
    /// The leader, or the winner.
    Crown,
    /// Zoom in.
    ZoomIn,
    /// Zoom out.
    ZoomOut,
    /// Show the whole board.
    WholeBoard,
    /// Keyboard shortcuts.
    Keyboard,
    /// Swap or rotate seats.
    Swap,
    /// Choose at random: a die.
    Shuffle,
    /// More options.
    More,
    /// Expand: a chevron pointing down.
    ChevronDown,
    /// Chat.
    Chat,
    /// The report on a game: a graph.
    Report,
}

impl Icon {
    /// Every icon.
    pub const ALL: [Icon; 46] = [
        Icon::Stone,
        Icon::Bridge,
        Icon::BrokenBridge,
        Icon::Place,
        Icon::Recruit,
        Icon::Journey,
        Icon::Menu,
        Icon::Back,
        Icon::Forward,
        Icon::Undo,
        Icon::Redo,
        Icon::Hint,
        Icon::Eye,
        Icon::List,
        Icon::Play,
        Icon::Pause,
        Icon::StepForward,
        Icon::StepBack,
        Icon::First,
        Icon::Last,
        Icon::SoundOn,
        Icon::SoundOff,
        Icon::Sun,
        Icon::Moon,
        Icon::Language,
        Icon::Close,
        Icon::Check,
        Icon::Link,
        Icon::Download,
        Icon::Upload,
        Icon::Trash,
        Icon::Settings,
        Icon::Rules,
        Icon::Person,
        Icon::Computer,
        Icon::Crown,
        Icon::ZoomIn,
        Icon::ZoomOut,
        Icon::WholeBoard,
        Icon::Keyboard,
        Icon::Swap,
        Icon::Shuffle,
        Icon::More,
        Icon::ChevronDown,
        Icon::Chat,
        Icon::Report,
    ];
}

/// Returns the lines of an icon, for an `<svg>` with the class `icon`, which sets how they are drawn.
pub fn icon(icon: Icon) -> &'static str {
    match icon {
        Icon::Stone => {
            r#"<path d="M4 19C1.5 15 3 9.5 6.5 6.5 10 3.5 15.5 3.5 18.5 7 21.5 10.5 22.5 16 20 19.5Z"/><circle cx="12" cy="13" r="3.2"/><path d="M12 8.5v1.3M12 16.2v1.3M7.5 13h1.3M15.2 13h1.3"/>"#
        }
        Icon::Bridge => {
            r#"<path d="M3 20V5.5M21 20V5.5M3 6.5q9 8.5 18 0M3 14q9 6.5 18 0M8.3 12v4.3M12 12.6v4.4M15.7 12v4.3"/>"#
        }
        Icon::BrokenBridge => r#"<path d="M3 20V5.5M21 20V5.5M3 12.5q4.5 .8 5 7M21 12.5q-4.5 .8-5 7"/>"#,
        Icon::Place => r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 8v8M8 12h8"/>"#,
        Icon::Recruit => {
            r#"<path d="M4 9.5A2.5 2.5 0 0 1 6.5 7M4 9.5V17.5A2.5 2.5 0 0 0 6.5 20H14.5A2.5 2.5 0 0 0 17 17.5"/><rect x="8.5" y="3.5" width="12" height="12" rx="3"/><path d="M14.5 6.8v5.4M11.8 9.5h5.4"/>"#
        }
        Icon::Journey => r#"<path d="M3 16q9 6 18 0M3 10.5v9.5M21 10.5v9.5M6 8.5c3.5-5 9-5 12.5-.5M19 3v5.2h-5.2"/>"#,
        Icon::Menu => r#"<path d="M4 7h16M4 12h16M4 17h10"/>"#,
        Icon::Back => r#"<path d="M14.5 5.5L8 12l6.5 6.5"/>"#,
        Icon::Forward => r#"<path d="M9.5 5.5L16 12l-6.5 6.5"/>"#,
        Icon::Undo => r#"<path d="M8.5 5L4 9.5l4.5 4.5M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3"/>"#,
        Icon::Redo => r#"<path d="M15.5 5L20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3"/>"#,
        Icon::Hint => {
            r#"<path d="M9 17.5C9 15 5.5 13.5 5.5 9.5a6.5 6.5 0 0 1 13 0C18.5 13.5 15 15 15 17.5ZM9.5 21h5"/>"#
        }
        Icon::Eye => {
            r#"<path d="M2.5 12C5 7.5 8.2 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.8 18.5 12 18.5S5 16.5 2.5 12Z"/><circle cx="12" cy="12" r="3"/>"#
        }
        Icon::List => {
            r#"<path d="M9 6h11.5M9 12h11.5M9 18h11.5"/><path d="M4 6h.01M4 12h.01M4 18h.01" stroke-width="2.8"/>"#
        }
        Icon::Play => r#"<path d="M7.5 4.5v15l12-7.5Z"/>"#,
        Icon::Pause => r#"<path d="M8 5v14M16 5v14"/>"#,
        Icon::StepForward => r#"<path d="M6 5v14l9.5-7ZM19 5v14"/>"#,
        Icon::StepBack => r#"<path d="M18 5v14l-9.5-7ZM5 5v14"/>"#,
        Icon::First => r#"<path d="M19.5 6l-6 6 6 6M12.5 6l-6 6 6 6M3.5 6v12"/>"#,
        Icon::Last => r#"<path d="M4.5 6l6 6-6 6M11.5 6l6 6-6 6M20.5 6v12"/>"#,
        Icon::SoundOn => {
            r#"<path d="M3.5 9.5v5H7l5 4V5.5l-5 4ZM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6"/>"#
        }
        Icon::SoundOff => r#"<path d="M3.5 9.5v5H7l5 4V5.5l-5 4ZM16 9.5l5 5M21 9.5l-5 5"/>"#,
        Icon::Sun => {
            r#"<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>"#
        }
        Icon::Moon => r#"<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 6.8 6.8 0 0 0 20 14.5Z"/>"#,
        Icon::Language => {
            r#"<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.7 2.6 4 5.6 4 9s-1.3 6.4-4 9c-2.7-2.6-4-5.6-4-9s1.3-6.4 4-9Z"/>"#
        }
        Icon::Close => r#"<path d="M6 6l12 12M18 6L6 18"/>"#,
        Icon::Check => r#"<path d="M4.5 12.5l5 5L19.5 7"/>"#,
        Icon::Link => {
            r#"<path d="M10 13.5a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 6.5M14 10.5a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17.5"/>"#
        }
        Icon::Download => r#"<path d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15"/>"#,
        Icon::Upload => r#"<path d="M12 15.5V4.5M7 9l5-5 5 5M4.5 20h15"/>"#,
        Icon::Chat => r#"<path d="M4 5h16v11.5h-8.5L7 20.5v-4H4ZM8 9.2h8M8 12.5h5"/>"#,
        Icon::Report => r#"<path d="M4 4v16h16M7.5 15.5l4-5.5 3.5 3L19.5 6.5"/>"#,
        Icon::Trash => r#"<path d="M4 6.5h16M9.5 6V4h5v2M6.5 6.5l.8 13.5h9.4l.8-13.5M10 10.5v6M14 10.5v6"/>"#,
        Icon::Settings => {
            r#"<path d="M4 7h8M17 7h3M4 17h3M12 17h8"/><circle cx="14.5" cy="7" r="2.5"/><circle cx="9.5" cy="17" r="2.5"/>"#
        }
        Icon::Rules => {
            r#"<path d="M12 6.5C10 5 7 4.5 3.5 4.5V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5ZM12 6.5V20"/>"#
        }
        Icon::Person => r#"<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5C5 16 8 14.5 12 14.5s7 1.5 7.5 6"/>"#,
        Icon::Computer => {
            r#"<rect x="4" y="8" width="16" height="12" rx="3.5"/><path d="M12 8V4.5M9 13v1.5M15 13v1.5M2 13v2.5M22 13v2.5"/><circle cx="12" cy="3.5" r="1"/>"#
        }
        Icon::Crown => r#"<path d="M4.5 18L3 7.5l5 4 4-6.5 4 6.5 5-4L19.5 18ZM5 21h14"/>"#,
        Icon::ZoomIn => {
            r#"<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21M10.5 7.8v5.4M7.8 10.5h5.4"/>"#
        }
        Icon::ZoomOut => r#"<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21M7.8 10.5h5.4"/>"#,
        Icon::WholeBoard => r#"<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>"#,
        Icon::Keyboard => {
            r#"<rect x="2.5" y="6" width="19" height="12.5" rx="2.5"/><path d="M6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01" stroke-width="2.4"/><path d="M8 14.5h8"/>"#
        }
        Icon::Swap => {
            r#"<path d="M4 9.5a8.3 8.3 0 0 1 15.3-1.5M20 3.5V8.5H15M20 14.5a8.3 8.3 0 0 1-15.3 1.5M4 20.5V15.5H9"/>"#
        }
        Icon::Shuffle => {
            r#"<rect x="4" y="4" width="16" height="16" rx="3.5"/><path stroke-width="2.6" d="M8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01"/>"#
        }
        Icon::More => r#"<path stroke-width="3.4" d="M5.5 12h.01M12 12h.01M18.5 12h.01"/>"#,
        Icon::ChevronDown => r#"<path d="M6 9.5l6 6 6-6"/>"#,
    }
}

/// Returns a complete `<svg>` of an icon. It is hidden from screen readers, so the text next to it or the button's label
/// must say what it means.
pub fn icon_svg(which: Icon) -> String {
    format!(r#"<svg class="icon" viewBox="{ICON_VIEW_BOX}" aria-hidden="true">{}</svg>"#, icon(which))
}
