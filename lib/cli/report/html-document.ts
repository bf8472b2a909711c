/** The frame of every report: one page that needs nothing but itself, runs no script, and lets nothing be loaded. */
import { createHash } from 'node:crypto'
import { html, Markup } from './markup.js'
import { STYLES } from './styles.js'

// Without scripts there is nothing to run; the one style is known by its digest, and the icon is empty, so that no browser asks for one.
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
