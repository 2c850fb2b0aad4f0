interface Page {
  readonly title: string
  /** Further elements of the head. */
  readonly head: string
  readonly body: string
}

/** Returns a page of the server, in its language and style. */
export function pageFrame({ title, head, body }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/dashboard/page.css">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`
}
