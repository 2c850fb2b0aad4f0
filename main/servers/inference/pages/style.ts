/** Style of the server's own pages: the studio's colors, light or dark like the system. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --window: light-dark(#eeeef0, #17181a);
  --panel: light-dark(#f8f8f9, #1c1d20);
  --line: light-dark(#dedfe3, #2a2c30);
  --text: light-dark(#191a1e, #ecedef);
  --text-2: light-dark(#50545d, #abafb8);
  --accent: light-dark(#3e56d4, #7c95ff);
  --danger: light-dark(#be2a38, #fa6e75);
  --decode: light-dark(#3e56d4, #7c95ff);
  --prepare: light-dark(#0f7f8c, #4bb9c4);
  --run: light-dark(#b8336a, #f08cb0);
  --finish: light-dark(#8a52c9, #c9a5f5);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--window); color: var(--text);
  font: 13px/20px "Inter Variable", Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
}
header {
  display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: baseline; padding: 16px 24px;
  border-bottom: 1px solid var(--line); background: var(--panel);
}
header nav { margin-left: auto; display: flex; gap: 16px; }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 0; color: var(--text-2); }
#state.broken { color: var(--danger); }
a { color: var(--accent); }
a:focus-visible, .scrolling:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { display: grid; gap: 24px; padding: 24px; max-width: 1400px; }
.links { margin: 0; padding: 0; list-style: none; display: grid; gap: 8px; color: var(--text-2); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 0; }
dl > div { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
dt { color: var(--text-2); }
dd { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
.scrolling { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--text-2); font-weight: 520; }
.number { text-align: right; }
.failed { color: var(--danger); }
.unloaded td { color: var(--text-2); }
svg { display: block; }
[hidden] { display: none; }
.legend:not([hidden]) { display: flex; gap: 16px; margin: 0; padding: 0; list-style: none; color: var(--text-2); }
.legend li::before {
  content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 2px; background: var(--mark);
}
.legend .decode { --mark: var(--decode); }
.legend .prepare { --mark: var(--prepare); }
.legend .run { --mark: var(--run); }
.legend .finish { --mark: var(--finish); }
rect.decode { fill: var(--decode); }
rect.prepare { fill: var(--prepare); }
rect.run { fill: var(--run); }
rect.finish { fill: var(--finish); }
`
