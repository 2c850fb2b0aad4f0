import type { InferenceCall } from '#common/inference/call'

export const CODE_LANGUAGES = ['curl', 'Python', 'TypeScript'] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

export interface CodeWish {
  readonly call: InferenceCall
  /** `http://127.0.0.1:9001` */
  readonly server: string
  /** Path of the image's file. */
  readonly file: string
}

/** A program that makes the call, with nothing to install: it reads the image, asks, and prints the answer. */
export function callCode(language: CodeLanguage, wish: CodeWish): string {
  return { curl: curlCode, Python: pythonCode, TypeScript: typeScriptCode }[language](wish)
}

/** For a POSIX shell. */
function curlCode({ call: { path, json }, server, file }: CodeWish): string {
  const url = quoted(`${server}${path}`)
  // Of a bare name, curl takes what stands behind a comma or a semicolon for something else.
  const name = /[,;"\\]/.test(file) ? JSON.stringify(file) : file
  if (json === undefined) return `curl -s -F ${quoted(`file=@${name}`)} ${url}`
  const others = JSON.stringify(json.others).slice(1)
  const format = `{"${json.image}":{"type":"base64","value":"%s"},${others.replaceAll('%', '%%').replaceAll('\\', '\\\\')}`
  return [
    `printf ${quoted(format)} "$(base64 < ${quoted(file)} | tr -d '\\n')" |`,
    `  curl -s ${url} -H 'content-type: application/json' --data-binary @-`,
  ].join('\n')
}

/** In single quotes, where only they themselves mean something. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** With what comes with Python 3. */
function pythonCode({ call: { path, json }, server, file }: CodeWish): string {
  const body = json
    ? [
        'body = json.dumps({',
        `    "${json.image}": {"type": "base64", "value": base64.b64encode(image).decode()},`,
        ...Object.entries(json.others).map(([name, value]) => `    ${pythonText(name)}: ${pythonValue(value)},`),
        '}).encode()',
      ]
    : ['body = base64.b64encode(image)']
  const type = json ? 'application/json' : 'text/plain'
  return [
    'import base64',
    'import json',
    'import urllib.request',
    '',
    `with open(${pythonText(file)}, "rb") as opened:`,
    '    image = opened.read()',
    ...body,
    'request = urllib.request.Request(',
    `    ${pythonText(`${server}${path}`)}, body, {"Content-Type": "${type}"})`,
    'with urllib.request.urlopen(request) as answer:',
    '    print(json.dumps(json.load(answer), indent=2))',
  ].join('\n')
}

/** Writes JSON as Python, which differs in three words only. */
function pythonValue(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, each]) => `${pythonText(name)}: ${pythonValue(each)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value)
}

function pythonText(text: string): string {
  return JSON.stringify(text)
}

/** For Node 24 and Deno. */
function typeScriptCode({ call: { path, json }, server, file }: CodeWish): string {
  const others = Object.entries(json?.others ?? {}).map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`)
  const body = json
    ? ['  body: JSON.stringify({', `    ${json.image}: { type: 'base64', value: image },`, ...others, '  }),']
    : ['  body: image,']
  return [
    `import { readFile } from 'node:fs/promises'`,
    '',
    `const image = await readFile(${JSON.stringify(file)}, 'base64')`,
    `const answer = await fetch(${JSON.stringify(`${server}${path}`)}, {`,
    `  method: 'POST',`,
    `  headers: { 'content-type': '${json ? 'application/json' : 'text/plain'}' },`,
    ...body,
    '})',
    'console.log(await answer.json())',
  ].join('\n')
}
