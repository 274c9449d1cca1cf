// The thread of the computer players. The first message is the app's compiled module, so that it is neither fetched nor
// compiled twice; all later ones go to `start_worker`.

import { initSync, start_worker } from "./{{app.js}}";

self.onmessage = ({ data: module }) => {
  self.onmessage = null;
  initSync({ module });
  start_worker();
};
