import { GROUND } from '../ground.ts'
import { language, type Phrase, say } from '../words/speech.ts'

/** One thing to tell or to ask, in a window of its own, in the language of the moment. Acts are said by the window, and answered as they came. */
export interface Question {
  readonly title: string
  readonly text: string
  /** Machine text, folded out below. */
  readonly details?: string
  /** A secret to type. */
  readonly field?: string
  /** The possible answers; Enter chooses the first. */
  readonly acts: readonly Phrase[]
}

/** The page has no script: it is a form, and what is pressed is its answer. */
export const QUESTION_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function questionPage({ title, text, details, field, acts }: Question): string {
  const buttons = acts.map((act) => `<button name="act" value="${escaped(act)}">${escaped(say(act))}</button>`)
  return `<!doctype html>
<html lang="${language()}">
<head><meta charset="utf-8"><meta name="color-scheme" content="dark light"><title>Tessera</title><style>${STYLE}</style></head>
<body><form method="post" action="/answer" autocomplete="off">
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${field === undefined ? '' : `<label>${escaped(field)}<input name="value" type="password" autofocus></label>`}
${details ? `<pre tabindex="0">${escaped(details)}</pre>` : ''}
<div class="acts">${buttons.join('')}</div>
</form></body>
</html>
`
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign)
}

/** The values are the look's tokens; see design/look. */
const STYLE = `
:root { --ground: ${GROUND.dark}; --text: #ecedef; --text-2: #abafb8; --raised: #25272b; --field: #131416; --line: #3a3d43;
  --control: #6f747e; --fill: #4c66e0; --focus: #7c95ff }
@media (prefers-color-scheme: light) { :root { --ground: ${GROUND.light}; --text: #191a1e; --text-2: #50545d; --raised: #fff;
  --field: #fff; --line: #c7c9cf; --control: #858993; --fill: #3e56d4; --focus: #3e56d4 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 420 12.5px/18px Inter, system-ui, sans-serif }
form { display: flex; flex-direction: column; gap: 12px; min-height: 100vh; padding: 24px }
h1 { margin: 0; font: 600 15px/22px Inter, system-ui, sans-serif; letter-spacing: -.01em }
p { margin: 0; color: var(--text-2); overflow-wrap: anywhere }
label { display: grid; gap: 4px }
input { height: 28px; padding: 0 8px; border: 1px solid var(--control); border-radius: 5px; background: var(--field);
  color: inherit; font: 400 11.5px/16px ui-monospace, monospace }
pre { flex: 1; min-height: 0; max-height: 160px; margin: 0; padding: 8px; overflow: auto; border-radius: 5px;
  background: var(--field); color: var(--text-2); font: 400 11.5px/16px ui-monospace, monospace; white-space: pre-wrap }
.acts { display: flex; flex-flow: row-reverse wrap; gap: 8px; margin-top: auto }
button { height: 28px; padding: 0 12px; white-space: nowrap; border: 1px solid var(--line); border-radius: 5px; background: var(--raised);
  color: inherit; font: 520 12.5px/18px Inter, system-ui, sans-serif }
button:first-child { border-color: transparent; background: var(--fill); color: #fff }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
`
