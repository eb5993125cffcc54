import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { fieldLook } from '../../../ui/field-look'
import { Skeleton } from '../../../ui/skeleton'
import { type CardElement, loadStripe } from './stripe-js'

interface StripeCardProps {
  readonly publishableKey: string
  /** Called with the function that confirms the entered card. */
  readonly onReady: (
    confirm: (clientSecret: string) => Promise<{ setupId: string } | { fault: string }>,
  ) => void
}

/** The card field of Stripe, a frame of Stripe: the card never reaches this page or our server. */
export function StripeCard({ publishableKey, onReady }: StripeCardProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const ready = useRef(onReady)
  useEffect(() => {
    let card: CardElement | null = null
    let isGone = false
    loadStripe(publishableKey).then(
      (stripe) => {
        if (isGone || place.current === null) return
        // The billing address has the postal code.
        const mounted = stripe.elements().create('card', { hidePostalCode: true })
        card = mounted
        mounted.mount(place.current)
        setState('ready')
        ready.current(async (clientSecret) => {
          const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
            payment_method: { card: mounted },
          })
          return setupIntent && !error ? { setupId: setupIntent.id } : { fault: error?.message ?? '' }
        })
      },
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
      card?.destroy()
    }
  }, [publishableKey])
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-13 font-mid text-ink">{t('billing:payments.card')}</span>
      {state === 'failed' && <Banner tone="bad">{t('billing:payments.stripeFailed')}</Banner>}
      {state === 'loading' && <Skeleton className="h-(--h-control) w-full" />}
      <div ref={place} dir="ltr" className={state === 'ready' ? `${fieldLook} px-3 py-2.5` : ''} />
      <span className="text-12 text-ink-3">{t('billing:payments.stripeHelp')}</span>
    </div>
  )
}
