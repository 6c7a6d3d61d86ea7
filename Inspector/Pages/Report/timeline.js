// The timeline: a lane for each store, a stroke for each step, flags for notes, and the current position.

const canvas = document.getElementById("canvas");
const axis = document.getElementById("axis");

/** The least of 1, 2 and 5 times a power of ten that is not below a number. */
function roundNumber(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map(factor => factor * power).find(number => number >= least * (1 - 1e-9));
}

/** A round time in microseconds that is not below another; from some seconds on, as clocks have it. */
function roundTime(least) {
  if (least <= 5e6) return roundNumber(least);
  const seconds = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  return 1e6 * (seconds.find(second => second * 1e6 >= least) ?? 86400 * roundNumber(least / 86400e6));
}

/** A round time as text: `250 ms`, `5 s`, `1:30`, `2 h`; with the digits that tell it from the next one. */
function roundText(micros, every = 1e6) {
  const sign = micros < 0 ? "-" : "", value = Math.abs(micros);
  if (value === 0) return "0";
  const units = [[1e3, 1, "µs"], [1e6, 1e3, "ms"], [60e6, 1e6, "s"]];
  const [, unit, name] = units.find(([end]) => value < end) ?? [];
  if (name) return sign + Number((value / unit).toPrecision(6)) + " " + name;
  const digits = every < 1e6 ? Math.ceil(-Math.log10(every / 1e6)) : 0;
  const seconds = Number((value / 1e6).toFixed(digits)), two = number => number.toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (digits) return sign + (hours ? hours + ":" + String(minutes).padStart(2, "0") : minutes) + ":" + two(seconds % 60);
  if (hours && seconds % 3600 === 0) return sign + hours + " h";
  return sign + (hours ? hours + ":" + two(minutes) + " h" : seconds % 60 ? minutes + ":" + two(seconds % 60) : minutes + " min");
}

const timeline = {
  isByStep: false,
  /** The times that the log is limited to; `undefined` for all. */
  range: undefined,
  get laneHeight() { return Math.max(Math.min(Math.floor(128 / stores.length), 22), 9); },
  /** Its start: that of the recording, or the first step of a part. */
  get first() { return items.length ? (data.range ? items[0].t : Math.min(items[0].t, 0)) : 0; },

  get duration() { return Math.max(items.length ? items[items.length - 1].t - this.first : 0, 1); },
  /** Its width, which is measured once: asking after a change makes the browser lay the page out. */
  get width() { return this.measured ??= canvas.clientWidth; },
  get height() { return this.laneHeight * stores.length + 6; },

  x(position) { return this.places()(position); },

  /** Where rows are: for many of them, sizes are read once. */
  places() {
    const room = this.width - 10, { first, duration, isByStep } = this;
    return position => 5 + (isByStep ? (position + .5) / items.length : (items[position].t - first) / duration) * room;
  },

  position(x) {
    if (items.length === 0) return 0;
    const share = Math.min(Math.max((x - 5) / (this.width - 10), 0), 1);
    if (this.isByStep) return Math.min(Math.floor(share * items.length), items.length - 1);
    const time = this.first + share * this.duration;
    const index = Math.max(lastAtOrBefore(items, time, item => item.t), 0);
    const next = Math.min(index + 1, items.length - 1);
    return time - items[index].t > items[next].t - time ? next : index;
  },

  colours() {
    const theme = (document.documentElement.dataset.theme ?? "") + matchMedia("(prefers-color-scheme: dark)").matches;
    if (this.theme === theme) return this.paint;
    this.theme = theme;
    const probe = document.createElement("span");
    document.body.append(probe);
    const colour = name => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
    const result = {
      app: colour("--app"), effect: colour("--effect"), inspector: colour("--inspector"), script: colour("--inspector"),
      restore: colour("--restore"), edit: colour("--restore"), rejected: colour("--removed"), note: colour("--changed"),
      line: colour("--line"), text: colour("--text"), muted: colour("--muted"), range: colour("--accent"), gap: colour("--removed-ground"),
    };
    probe.remove();
    return result;
  },

  /** Draws everything that is independent of the position, once for each size and theme. */
  drawStrokes() {
    const ratio = window.devicePixelRatio || 1, width = this.width, height = this.height;
    const picture = document.createElement("canvas");
    picture.width = Math.max(Math.round(width * ratio), 1);
    picture.height = Math.round(height * ratio);
    const pen = picture.getContext("2d");
    pen.scale(ratio, ratio);
    const colours = this.colours(), place = this.places();
    pen.fillStyle = colours.line;
    for (let lane = 1; lane < stores.length; lane++) pen.fillRect(0, lane * this.laneHeight, width, 1);
    pen.fillStyle = colours.gap;
    for (const { kind, gap, position } of items) if (kind === "gap") pen.fillRect(place(position) - 4, (gap.s ?? 0) * this.laneHeight, 8, this.laneHeight);
    // Steps at the same pixel share one stroke, which is taller the more there are.
    const room = this.laneHeight - 4, { isByStep, first } = this, length = isByStep ? items.length : this.duration;
    stores.forEach(({ steps }, lane) => {
      for (let index = 0; index < steps.length && !log.hiddenStores.has(lane);) {
        const begin = index, x = Math.round(place(steps[begin].row.position));
        // Where the next pixel begins: not every step is placed.
        const end = (x + .5 - 5) / (width - 10) * length + (isByStep ? -.5 : first);
        let colour = steps[begin].o;
        do {
          if (isFailure(steps[index])) colour = "rejected";
          index++;
        } while (index < steps.length && (isByStep ? steps[index].row.position : steps[index].t) < end);
        const tall = room * Math.min(.7 + Math.log2(index - begin) / 10, 1);
        pen.fillStyle = colours[colour] ?? colours.app;
        pen.fillRect(x - 1, lane * this.laneHeight + 2 + (room - tall) / 2, 2, tall);
      }
    });
    this.picture = picture;
    this.paint = colours;
  },

  draw(isFresh = false) {
    const ratio = window.devicePixelRatio || 1, height = this.height;
    canvas.style.height = height + "px";
    if (items.length === 0) return;
    if (isFresh || !this.picture || this.picture.width !== Math.round(this.width * ratio)) {
      this.drawStrokes();
      canvas.width = this.picture.width;
      canvas.height = this.picture.height;
      this.drawAxis();
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(this.picture, 0, 0);
    pen.scale(ratio, ratio);
    pen.fillStyle = this.paint.note;
    let last;
    for (const item of data.notes.length ? items : []) {
      if (item.kind !== "note") continue;
      const x = Math.round(this.x(item.position));
      // One flag for all at the same pixel.
      if (x === last) continue;
      last = x;
      pen.globalAlpha = .45;
      pen.fillRect(x, 0, 1, height);
      pen.globalAlpha = 1;
      pen.beginPath();
      pen.moveTo(x, 0); pen.lineTo(x + 8, 3.5); pen.lineTo(x, 7);
      pen.fill();
    }
    if (this.range) {
      const end = lastAtOrBefore(items, this.range.to, item => item.t), start = Math.min(lastAtOrBefore(items, this.range.from - 1, item => item.t) + 1, items.length - 1);
      const from = this.x(start), width = Math.max(this.x(Math.max(end, start)) - from, 2);
      pen.fillStyle = this.paint.range;
      pen.globalAlpha = .16;
      pen.fillRect(from, 0, width, height);
      pen.globalAlpha = 1;
      for (const edge of [from, from + width]) pen.fillRect(edge - .5, 0, 1, height);
    }
    const x = Math.round(this.x(page.selected));
    pen.fillStyle = this.paint.text;
    pen.fillRect(x - .75, 0, 1.5, height);
    pen.beginPath();
    pen.moveTo(x - 5, 0); pen.lineTo(x + 5, 0); pen.lineTo(x, 6);
    pen.fill();
  },

  drawAxis() {
    axis.replaceChildren();
    const room = Math.max(Math.floor(this.width / 90), 1);
    const add = (x, label) => {
      const mark = make("span", {}, label);
      mark.style.left = x + "px";
      if (x < 30 || x > this.width - 30) mark.style.transform = x < 30 ? "none" : "translateX(-100%)";
      axis.append(mark);
    };
    if (this.isByStep) {
      const every = Math.max(roundNumber(items.length / room), 1);
      add(this.x(0), "1");
      for (let number = every; number <= items.length; number += every) if (number > 1) add(this.x(number - 1), grouped(number));
      return;
    }
    const every = roundTime(this.duration / room), end = this.first + this.duration;
    for (let time = Math.ceil(this.first / every) * every; time <= end; time += every) {
      add(5 + (time - this.first) / this.duration * (this.width - 10), roundText(time, every));
    }
  },

  /** Draws the names of the stores, which hide their steps. */
  lanes() {
    const lanes = document.getElementById("lanes");
    lanes.replaceChildren();
    stores.forEach((store, index) => {
      const lane = make("button", {
        class: "lane", "aria-label": visible(store.id), "aria-pressed": String(!log.hiddenStores.has(index)), title: "Hide or show the transitions of the store",
        // Their number when one looks.
        onpointerenter: () => { lane.title = `${visible(store.id)}${store.seq === undefined ? "" : " @" + store.seq}: ${plural(store.steps.length, "transition")}; click to hide or show them`; },
        onclick: () => {
          if (!log.hiddenStores.delete(index)) log.hiddenStores.add(index);
          this.hideStores();
        },
      }, make("span", {}, visible(store.id)), store.seq === undefined ? "" : make("small", {}, "@" + store.seq));
      lane.style.height = this.laneHeight + "px";
      lanes.append(lane);
    });
  },

  /** Shows where the stores are now. */
  seqs() {
    document.querySelectorAll("#lanes small").forEach((seq, index) => {
      const text = "@" + stores[index].seq;
      if (seq.textContent !== text) seq.textContent = text;
    });
  },

  /** Shows which stores are hidden now. */
  hideStores() {
    const names = stores.filter((_, index) => log.hiddenStores.has(index)).map(store => visible(store.id));
    [...document.getElementById("lanes").children].forEach((lane, index) => lane.setAttribute("aria-pressed", !log.hiddenStores.has(index)));
    const chip = document.getElementById("hidden-stores");
    chip.hidden = names.length === 0;
    chip.textContent = `${names.length > 3 ? plural(names.length, "store") : names.join(", ")} hidden ✕`;
    log.filter(page.selected);
    this.draw(true);
  },

  /** Limits the log to the rows from one to another, or shows all again. */
  select(a, b) {
    const wasAll = !this.range;
    this.range = a === undefined || !items.length ? undefined : { from: items[Math.min(a, b)].t, to: items[Math.max(a, b)].t };
    if (wasAll && !this.range) return;
    const chip = document.getElementById("range");
    chip.hidden = !this.range;
    if (this.range) chip.textContent = `${offset(this.range.from)} to ${offset(this.range.to)} ✕`;
    else this.anchor = undefined;
    log.filter(page.selected);
    this.draw();
  },

  /** Shift and an arrow extend the range from the selected row. */
  key(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!event.shiftKey || !way || !items.length) return false;
    this.anchor ??= page.selected;
    this.reach = Math.min(Math.max((this.range ? this.reach : page.selected) + way, 0), items.length - 1);
    this.select(this.anchor, this.reach);
    page.select(this.reach);
    return true;
  },

  /** Handles clicks, which select a row, and dragging, which selects a range. */
  start() {
    this.lanes();
    const place = event => event.clientX - canvas.getBoundingClientRect().left;
    let begin;
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      begin = place(event);
      this.anchor = this.position(begin);
      if (!this.range) page.select(this.anchor);
    });
    canvas.addEventListener("pointermove", event => {
      if (!event.buttons || begin === undefined || (Math.abs(place(event) - begin) < 4 && !this.isDragged)) return;
      this.isDragged = true;
      this.reach = this.position(place(event));
      this.select(this.anchor, this.reach);
    });
    canvas.addEventListener("pointerup", event => {
      // A click ends the range.
      if (this.isDragged) page.select(this.reach); else { this.select(); page.select(this.position(place(event))); }
      this.isDragged = false;
      begin = undefined;
    });
    document.getElementById("range").addEventListener("click", () => this.select());
    document.getElementById("hidden-stores").addEventListener("click", () => { log.hiddenStores.clear(); this.hideStores(); });
    document.getElementById("scale").addEventListener("click", () => this.toggle());
    // If all steps came at once, or with hours in between, it is easier to move step by step.
    const busy = new Set(items.map(item => Math.floor((item.t - this.first) / this.duration * 200))).size;
    if (!source.isLive && busy < Math.min(items.length, 200) / 12) this.toggle();
    new ResizeObserver(() => { this.measured = undefined; this.draw(); }).observe(canvas);
  },

  toggle() {
    this.isByStep = !this.isByStep;
    const button = document.getElementById("scale");
    button.textContent = this.isByStep ? "evenly" : "by time";
    button.setAttribute("aria-pressed", this.isByStep);
    this.picture = undefined;
    this.draw(true);
  },
};
