/**
 * Changes a page like Chrome's translation: `<font>` replaces each text, and each that is added later.
 * The translation is in capitals, so old or untranslated text is recognizable. Uses nothing of this module, because
 * tests send it into a browser. Returns what ends it: test files share a document.
 */
export function translatePage(): () => void {
  const LEFT = '[translate=no], [contenteditable], script, style, noscript, textarea, title, svg'

  function translateBelow(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text) // the only kind that is walked
    for (const text of texts) translate(text)
  }

  function translate(text: Text) {
    const { parentElement: parent, data } = text
    if (!parent || data.trim() === '' || parent.closest(`${LEFT}, font`)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = data.toUpperCase()
    outer.append(inner)
    text.replaceWith(outer)
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translateBelow(node)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  translateBelow(document)
  return () => observer.disconnect()
}
