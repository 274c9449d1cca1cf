// Starts the app, or says in plain words why it cannot start.

const words = {
  en: ["The game cannot start in this browser.", "A current version of Firefox, Chrome, Edge or Safari can run it. If yours is current, load the page again."],
  de: ["Das Spiel startet in diesem Browser nicht.", "Eine aktuelle Version von Firefox, Chrome, Edge oder Safari kann es ausführen. Ist Ihre aktuell, laden Sie die Seite neu."],
  it: ["Il gioco non si avvia in questo browser.", "Una versione aggiornata di Firefox, Chrome, Edge o Safari può eseguirlo. Se la sua è aggiornata, ricarichi la pagina."],
  nl: ["Het spel start niet in deze browser.", "Een recente versie van Firefox, Chrome, Edge of Safari kan het uitvoeren. Is de uwe recent, laad de pagina dan opnieuw."],
};

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
  // Not a plain import, because a failure of that could not be caught here.
  const { default: load, start } = await import("./{{app.js}}");
  await load({ module_or_path: new URL("./{{app.wasm}}", import.meta.url) });
  start(new URL("./{{worker.js}}", import.meta.url).href);
  // After the first visit the game also works offline. Where that is refused, it is played online all the same.
  navigator.serviceWorker?.register("./sw.js").catch((error) => console.info("no offline play:", error.message));
} catch (error) {
  showFailure(error);
}
