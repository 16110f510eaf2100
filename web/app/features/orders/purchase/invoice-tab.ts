/** A tab for an invoice whose URL is not known yet. Browsers allow it only within the click itself. */
export function openInvoiceTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab && !tab.closed) sayWaiting(tab.document)
  return {
    /** Returns whether the tab is there to show it. */
    show: (payUrl: string): boolean => {
      if (tab === null || tab.closed) return false
      tab.opener = null // a provider's page gets no reference to this one
      tab.location.replace(payUrl)
      return true
    },
    close: () => tab?.close(),
  }
}

/** For free goods. */
export const NO_TAB: ReturnType<typeof openInvoiceTab> = { show: () => false, close: () => undefined }

/** Shown while the provider makes the invoice. */
function sayWaiting(page: Document) {
  page.title = 'Opening the invoice'
  page.documentElement.style.colorScheme = 'light dark'
  page.body.style.fontFamily = 'system-ui, sans-serif'
  page.body.textContent = 'Opening the invoice…'
}
