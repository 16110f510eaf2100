import { messageOf } from '../../api/api-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { followWishes, isWished, onWishesChange, setWish } from './wishes.ts'

/**
 * Brings the hearts of a page to life. They are plain buttons with the id of a game, of which a page has some fifty and its first
 * scripts know nothing: one listener for all, loaded once the page is there.
 */
const hearts = () => document.querySelectorAll<HTMLElement>('button[data-wish]')

function paint(): void {
  for (const heart of hearts()) {
    const pressed = String(isWished(heart.dataset.wish ?? ''))
    if (heart.getAttribute('aria-pressed') !== pressed) heart.setAttribute('aria-pressed', pressed)
  }
}

function press({ target }: MouseEvent): void {
  const id = target instanceof Element && target.closest<HTMLElement>('button[data-wish]')?.dataset.wish
  if (!id) return
  setWish(id, !isWished(id)).catch((error) =>
    toast(messageOf(error, 'We couldn’t change your wishlist. Please try again.'), { kind: 'bad' }),
  )
}

onWishesChange(paint)
new MutationObserver((records) => records.some(({ addedNodes }) => addedNodes.length > 0) && paint()).observe(
  document.body,
  { childList: true, subtree: true },
)
document.addEventListener('click', press)
paint()
followWishes()
