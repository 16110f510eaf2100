import chooseDark from './pictures/choose-a-coin-dark.webp'
import chooseLight from './pictures/choose-a-coin-light.webp'
import sendDark from './pictures/send-the-amount-dark.webp'
import sendLight from './pictures/send-the-amount-light.webp'

/** Screenshots of the payment page, in the reader's theme. */
export const PaymentPictures = () => (
  <section aria-labelledby="payment-page" className="mt-10 grid gap-4">
    <h2 id="payment-page" className="mb-2 text-[20px]/7 font-bold">
      What the payment page looks like
    </h2>
    <div className="grid gap-6 bar:grid-cols-2">
      <Picture
        dark={chooseDark}
        light={chooseLight}
        height={940}
        alt="The payment page: an amount in dollars, and a list of coins with what you send, the network fee and the typical wait."
      >
        Choose a coin. Solana is chosen for you.
      </Picture>
      <Picture
        dark={sendDark}
        light={sendLight}
        height={900}
        alt="The next step: a QR code, the exact amount in Solana, an address with copy buttons, and a button that opens your wallet."
      >
        Scan the code, or open your wallet. Send exactly this amount.
      </Picture>
    </div>
  </section>
)

type PictureProps = { dark: string; light: string; height: number; alt: string; children: string }

const Picture = ({ dark, light, height, alt, children }: PictureProps) => (
  <figure className="grid content-start gap-2">
    {[dark, light].map((src) => (
      <img
        key={src}
        src={src}
        alt={alt}
        width={960}
        height={height}
        loading="lazy"
        className={`h-auto w-full rounded-3 border border-line ${src === dark ? 'light:hidden' : 'not-light:hidden'}`}
      />
    ))}
    <figcaption className="text-sm text-muted">{children}</figcaption>
  </figure>
)
