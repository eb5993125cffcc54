import type { BillingParty } from '@kinora/contract'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'

/** A name with its address and tax ID, a line each. */
export function PartyLines({ party }: { readonly party: Omit<BillingParty, 'email'> }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const { name, address1, address2, city, zip, state, country, taxId } = party
  const countries = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' })
  const lines = [
    address1,
    address2,
    [city, zip].filter(Boolean).join(' '),
    [state, country === '' ? '' : countries.of(country)].filter(Boolean).join(', '),
  ]
  return (
    <>
      <p dir="auto" className="own-way font-mid wrap-anywhere text-ink">
        {name}
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} dir="auto" className="own-way wrap-anywhere">
          {line}
        </p>
      ))}
      {taxId !== '' && <p className="wrap-anywhere">{t('billing:details.taxIdIs', { id: taxId })}</p>}
    </>
  )
}
