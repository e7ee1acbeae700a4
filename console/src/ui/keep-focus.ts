/**
 * The focus of a button that waits. Mantine disables a button while it is `loading`, and a disabled element loses the focus without
 * any event: screen readers are at the top of the page, and a key that is pressed goes nowhere.
 */

/** Gives the focus back to the button that lost it this way, once it can be pressed again and nothing else has the focus. */
export function keepFocusOfWaitingButtons(): void {
  let last: EventTarget | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target
  })
  const observer = new MutationObserver(changes => {
    for (const { target } of changes)
      if (target === last && target instanceof HTMLButtonElement && !target.disabled && isFocusFree()) target.focus()
  })
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
}

function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
