/** Tells visitors without scripts what they are needed for: `to="log in"`. */
export const NeedsScripts = ({ to }: { to: string }) => (
  <noscript>
    <p className="my-3 rounded-2 border border-warn/50 bg-warn/9 px-4 py-3 text-ui/[22px]">
      You need JavaScript to {to}. Turn it on in your browser and reload this page.
    </p>
  </noscript>
)
