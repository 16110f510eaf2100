/**
 * Chrome translates a page by putting `<font>` in the place of each text. React goes on with the text that it knows: what it
 * writes there nobody sees, and to remove it or to insert before it is an error that takes the page down
 * (https://github.com/facebook/react/issues/11538). So a text that React changes, moves, removes or inserts before returns to
 * its place first, and the translator translates it anew.
 */

/** Of each text that was taken out of the page, the `<font>` in its place. */
const standIns = new WeakMap<Node, Element>()
/** The other way round. */
const originals = new WeakMap<Node, Text>()

/** Lets React and a translator work on one page. Called once, before React takes the page up. */
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

  /** Of a text, or of an earlier translation: the page may be translated into one more language. */
  function replaced(node: Node, standIn: Element) {
    const text = originals.get(node) ?? node
    if (!(text instanceof Text) || text.isConnected) return
    standIns.set(text, standIn)
    originals.set(standIn, text)
    changes.observe(text, { characterData: true })
  }

  /** Has a child be where React believes it to be; not for a translator that fills its own element. */
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

/** Returns a text to its place, and those beside it: a translator may have moved words of a sentence from one to another. */
function returnLine(child: Node) {
  for (const standIn of [...(standIns.get(child)?.parentNode?.childNodes ?? [])]) {
    const text = originals.get(standIn)
    if (!text) continue
    originals.delete(standIn)
    standIns.delete(text)
    standIn.replaceWith(text)
  }
}

/** Some translators move what they translate into elements of their own. */
function unwrap(child: Node, parent: Node) {
  for (let font = child.parentNode; isFont(font) && font !== parent; font = child.parentNode)
    font.replaceWith(...font.childNodes)
}

/** The store itself renders none. */
const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

const isNewFont = (node: Node | null): node is Element => isFont(node) && !originals.has(node)
