/**
 * Chrome translates a page by replacing each text with `<font>`. React keeps using the original text: its changes there are
 * invisible, and removing it or inserting before it is an error that crashes the page
 * (https://github.com/facebook/react/issues/11538). So before React changes, moves, removes or inserts before a text, the text
 * returns to its place, and the translator translates it again.
 */

/** For each replaced text, its `<font>`. */
const standIns = new WeakMap<Node, Element>()
/** The reverse. */
const originals = new WeakMap<Node, Text>()

/** Makes React and a translator compatible on one page. Called once, before React hydrates the page. */
export function surviveTranslation(): void {
  const changes = new MutationObserver(follow)
  changes.observe(document, { childList: true, subtree: true })

  function follow(records: MutationRecord[]) {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') returnLine(target)
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isNewFont)
      for (const node of removedNodes) if (standIn) replaced(node, standIn)
    }
  }

  /** For a text, or an earlier translation: the page may be translated into another language. */
  function replaced(node: Node, standIn: Element) {
    const text = originals.get(node) ?? node
    if (!(text instanceof Text) || text.isConnected) return
    standIns.set(text, standIn)
    originals.set(standIn, text)
    changes.observe(text, { characterData: true })
  }

  /** Puts a child back where React expects it; not for a translator that fills its own element. */
  function settle(child: Node, parent: Node) {
    follow(changes.takeRecords())
    if (child.parentNode === parent || isFont(parent)) return
    returnLine(child)
    unwrap(child, parent)
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype

  Node.prototype.appendChild = function <Child extends Node>(child: Child): Child {
    settle(child, this)
    appendChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, next: Node | null): Child {
    settle(child, this)
    if (next) settle(next, this)
    insertBefore.call(this, child, next?.parentNode === this ? next : null)
    return child
  }
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    settle(child, this)
    if (child.parentNode === this) removeChild.call(this, child)
    return child
  }
}

/** Returns a text to its place, and its neighbors: a translator may have moved words from one to another. */
function returnLine(child: Node) {
  for (const standIn of [...(standIns.get(child)?.parentNode?.childNodes ?? [])]) {
    const text = originals.get(standIn)
    if (!text) continue
    originals.delete(standIn)
    standIns.delete(text)
    standIn.replaceWith(text)
  }
}

/** Some translators move the translated text into their own elements. */
function unwrap(child: Node, parent: Node) {
  for (let font = child.parentNode; isFont(font) && font !== parent; font = child.parentNode)
    font.replaceWith(...font.childNodes)
}

/** The store itself renders none. */
const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

const isNewFont = (node: Node | null): node is Element => isFont(node) && !originals.has(node)
