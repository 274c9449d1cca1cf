// Starts the app, or explains in the reader's language why it cannot start.

const words = {
  en: ["The game can’t start in this browser.", "It needs a current version of Firefox, Chrome, Edge or Safari. If yours is up to date, reload the page."],
  de: ["Das Spiel startet in diesem Browser nicht.", "Es braucht eine aktuelle Version von Firefox, Chrome, Edge oder Safari. Wenn deine aktuell ist, lade die Seite neu."],
  it: ["Il gioco non si avvia in questo browser.", "Serve una versione aggiornata di Firefox, Chrome, Edge o Safari. Se la tua è aggiornata, ricarica la pagina."],
  nl: ["Het spel start niet in deze browser.", "Je hebt een recente versie van Firefox, Chrome, Edge of Safari nodig. Is die van jou up-to-date, laad de pagina dan opnieuw."],
  fr: ["Le jeu ne démarre pas dans ce navigateur.", "Il faut une version récente de Firefox, Chrome, Edge ou Safari. Si la tienne est à jour, recharge la page."],
};

// A link to a table is a page of its own, so that chats can show a preview of it. The app knows the table by the part behind the `#`.
const invitation = location.pathname.match(/^(.*\/)t\/([^/]+)$/);
if (invitation) history.replaceState(null, "", `${invitation[1]}#/table/${invitation[2]}`);

function showFailure(error) {
  const [title, advice] = words[navigator.language.slice(0, 2)] ?? words.en;
  const message = document.createElement("main");
  for (const [tag, text] of [["h1", title], ["p", advice], ["pre", String(error)]]) {
    message.appendChild(document.createElement(tag)).textContent = text;
  }
  document.body.replaceChildren(message);
  console.error(error);
}

try {
  // A dynamic import, because a failing static one could not be caught here.
  const { default: load, start } = await import("./{{app.js}}");
  await load({ module_or_path: new URL("./{{app.wasm}}", import.meta.url) });
  await start(new URL("./{{engine-worker.js}}", import.meta.url).href);
  // After the first visit the app also works offline. Without a service worker it still works online.
  const keep = () => navigator.serviceWorker?.register("./sw.js").catch((error) => console.info("no offline play:", error.message));
  // It downloads everything else. Whoever starts a game at once needs the network and the processor for the table and the computer players.
  setTimeout(keep, location.hash.length > 2 ? 0 : 4000);
} catch (error) {
  showFailure(error);
}
