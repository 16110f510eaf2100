import { InlineScript, scriptOf } from '../ui/browser/inline-script.tsx'

const ID = 'later-scripts'
/** A page does not wait longer for a picture that is slow to come. */
const WAIT_MS = 2_000

const MODULE_LINK = /<link rel="modulepreload"[^>]*>/g
const MODULE_SCRIPT = /<script\b[^>]*\btype="module"[^>]*>[\s\S]*?<\/script>/

/**
 * Puts a page's modules into a template, with the links that load them side by side, so that none competes with the styles,
 * fonts and pictures of the first paint. Of inline modules only the one that carries the nonce is ours.
 */
export function deferScripts(html: string, nonce: string): string {
  const links = html.match(MODULE_LINK)?.join('') ?? ''
  return html
    .replace(MODULE_LINK, '')
    .replace(MODULE_SCRIPT, (script) =>
      script.includes(`nonce="${nonce}"`) ? `<template id="${ID}">${links}${script}</template>` : script,
    )
}

/** Starts the modules of a page once what is seen first was painted. */
export const LaterScripts = () => <InlineScript code={START_SCRIPT} />

const START_SCRIPT = import.meta.env.SSR ? scriptOf(startLater, ID, WAIT_MS) : ''

/** Puts the modules where React expects them. In a hidden tab nothing is painted, so they start at once. */
function startLater(id: string, waitMs: number) {
  const start = () => {
    const template = document.getElementById(id)
    if (template instanceof HTMLTemplateElement) template.replaceWith(template.content)
  }
  if (document.hidden) return start()
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(start)))
  setTimeout(start, waitMs)
}
