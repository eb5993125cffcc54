/** The parts of Stripe.js that are used (https://docs.stripe.com/js). */
export interface StripeJs {
  elements(): { create(kind: 'card', options: object): CardElement }
  confirmCardSetup(
    clientSecret: string,
    given: { readonly payment_method: { readonly card: CardElement } },
  ): Promise<{ readonly setupIntent?: { readonly id: string }; readonly error?: StripeFault }>
  confirmCardPayment(
    clientSecret: string,
    given: { readonly payment_method: string },
  ): Promise<{ readonly error?: StripeFault }>
}

export interface CardElement {
  mount(place: HTMLElement): void
  destroy(): void
}

interface StripeFault {
  /** Text in the language of the browser. */
  readonly message?: string
}

interface WithStripe {
  Stripe?: (publishableKey: string) => StripeJs
}

const address = 'https://js.stripe.com/v3/'

/** Loads Stripe.js, from Stripe as its rules demand, when the first card is entered. */
export async function loadStripe(publishableKey: string): Promise<StripeJs> {
  const page = window as WithStripe
  if (page.Stripe === undefined) await loadScript()
  if (page.Stripe === undefined) throw new Error('Stripe.js is missing')
  return page.Stripe(publishableKey)
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Stripe.js did not load'))
    }
    document.head.append(script)
  })
}
