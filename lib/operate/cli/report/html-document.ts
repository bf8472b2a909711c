/** The frame of every report: one self-contained page that runs no script and loads nothing. */
import { createHash } from 'node:crypto'
import { html, Markup } from './markup.js'
import { STYLES } from './styles.js'

// No script may run; the digest admits the one style, and the empty icon keeps browsers from requesting one.
const policy = (): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`

/** Writes a page around its contents. */
export const htmlDocument = (title: string, main: Markup): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(STYLES)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text
