// The web worker of the computer players. Its first message is the app's compiled module, so that the module is neither
// downloaded nor compiled twice; all later messages go to `start_worker`.

import { initSync, start_worker } from "./{{app.js}}";

self.onmessage = ({ data: module }) => {
  self.onmessage = null;
  initSync({ module });
  start_worker();
};
