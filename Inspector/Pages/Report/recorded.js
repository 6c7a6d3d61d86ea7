// The recording that is embedded in the page.

const source = {
  isLive: false,
  data: (() => {
    const text = document.getElementById("recording").textContent;
    return text.includes('"\\u0001') ? JSON.parse(text, revive) : JSON.parse(text);
  })(),

  /** The changes of a step; `undefined` if they are not known. */
  changes: step => step.ch,
  /** Whether something is on its way. */
  isPending: () => false,
  /** The states of a store, by `after`. */
  states: store => new States(store),
  /** The graphs of a store's enums; `undefined` while they are on their way. */
  graphs: store => source.data.graphs.filter(graph => graph.s === store.index),
  /** A test for the filter `path:`. */
  touches: pointer => step => changedAt(pointer, step),
};
