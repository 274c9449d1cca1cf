// The web worker of the computer players. Its first message is the app's compiled module, so that the module is neither
// downloaded nor compiled twice; all later messages go to `start_worker`. The network that the players think with is
// downloaded here, when the first of them is needed. Without it they still play, only not as well.

import { initSync, start_worker } from "./{{app.js}}";

const network = fetch(new URL("./{{network.bin}}", import.meta.url))
  .then((response) => (response.ok ? response.bytes?.() ?? response.arrayBuffer() : undefined))
  .catch(() => undefined);

self.onmessage = async ({ data: module }) => {
  // What arrives while the network is still on its way is delivered afterwards.
  const early = [];
  self.onmessage = ({ data }) => early.push(data);
  initSync({ module });
  const weights = await network;
  await start_worker(weights && new Uint8Array(weights));
  early.forEach((data) => self.onmessage({ data }));
};
