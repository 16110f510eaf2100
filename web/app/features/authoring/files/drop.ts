import { type DragEvent, useEffect, useState } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Lets files be dropped on an element. `isOver` is true while files are dragged over it. */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const left = ({ currentTarget, relatedTarget }: DragEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isInside) setOver(false)
  }
  const dropped = (event: DragEvent) => {
    setOver(false)
    if (!holdsFiles(event)) return
    event.preventDefault()
    onDrop([...event.dataTransfer.files])
  }
  return { isOver, target: { onDragEnter: over, onDragOver: over, onDragLeave: left, onDrop: dropped } }
}

/** A file dropped beside its target would replace the page. */
export function useStrayDropsIgnored() {
  useEffect(() => {
    const abort = new AbortController()
    for (const type of ['dragover', 'drop'])
      addEventListener(type, (event) => event.preventDefault(), { signal: abort.signal })
    return () => abort.abort()
  }, [])
}
