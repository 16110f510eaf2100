/** A tab for an invoice whose address is still to come. Only within the click itself do browsers let one open. */
export function openInvoiceTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab && !tab.closed) sayWaiting(tab.document)
  return {
    /** Answers whether the tab is there to show it. */
    show: (payUrl: string): boolean => {
      if (tab === null || tab.closed) return false
      tab.opener = null // a provider's page gets no hold on this one
      tab.location.replace(payUrl)
      return true
    },
    close: () => tab?.close(),
  }
}

/** For what costs nothing. */
export const NO_TAB: ReturnType<typeof openInvoiceTab> = { show: () => false, close: () => undefined }

/** What the buyer looks at while the provider makes the invoice. */
function sayWaiting(page: Document) {
  page.title = 'Opening the invoice'
  page.documentElement.style.colorScheme = 'light dark'
  page.body.style.fontFamily = 'system-ui, sans-serif'
  page.body.textContent = 'Opening the invoice…'
}
