import type { BillingTaxRate } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { lazy } from '../../../lib/lazy'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { FigureTable } from '../../../ui/figure-table'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { PartyLines } from '../invoices/party-lines'
import { sellerQuery } from './queries'

const SellerForm = lazy(async () => ({ default: (await import('./seller-form')).SellerForm }))
const RateForm = lazy(async () => ({ default: (await import('./rate-form')).RateForm }))

/** The legal entity that sends invoices, and its taxes. */
export function Seller() {
  const t = useText()
  const query = useQuery(sellerQuery)
  const [open, setOpen] = useState<'seller' | 'rate'>()
  const { data } = query
  if (data === undefined)
    return query.error ? (
      <ListFault title={t('billing:administration.failed')} list={query} />
    ) : (
      <div aria-busy>
        <Skeleton className="h-32 w-full" />
      </div>
    )
  const { seller, taxRates } = data
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-col gap-8">
      <Section title={t('billing:administration.seller')}>
        <div className="flex flex-wrap items-start justify-between gap-4 pt-3">
          {seller === null ? (
            <Banner tone="warn">{t('billing:administration.noSeller')}</Banner>
          ) : (
            <div className="text-13 text-ink-2">
              <PartyLines party={seller} />
              <p>{t('billing:administration.prefixIs', { prefix: seller.seriesPrefix })}</p>
              {seller.isReverseCharge && <p>{t('billing:administration.reverseCharge')}</p>}
            </div>
          )}
          <Button size="small" onPress={() => setOpen('seller')}>
            {t('billing:administration.editSeller')}
          </Button>
        </div>
      </Section>
      <Section title={t('billing:administration.taxes')}>
        <div className="flex flex-wrap items-center justify-between gap-4 py-3">
          <p className="text-13 text-ink-2">{taxRates.length === 0 && t('billing:administration.noTaxes')}</p>
          <Button size="small" onPress={() => setOpen('rate')}>
            {t('billing:administration.addRate')}
          </Button>
        </div>
        {taxRates.length > 0 && <Rates rates={taxRates} />}
      </Section>
      <Suspense>
        {open === 'seller' && <SellerForm seller={seller} onClose={close} />}
        {open === 'rate' && <RateForm country={seller?.country ?? ''} onClose={close} />}
      </Suspense>
    </div>
  )
}

function Rates({ rates }: { readonly rates: readonly BillingTaxRate[] }) {
  const t = useText()
  const format = useFormat()
  const { tag } = languages[useLanguage()]
  const countries = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' })
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 })
  return (
    <FigureTable
      label={t('billing:administration.taxes')}
      className=""
      heads={[
        { key: 'place', name: t('billing:details.country') },
        { key: 'name', name: t('billing:administration.taxName') },
        { key: 'rate', name: t('billing:administration.rate') },
        { key: 'from', name: t('billing:administration.from') },
      ]}
      rows={rates.map(({ id, country, region, name, ratePpm, validFrom }) => ({
        key: id,
        cells: [
          [region, countries.of(country)].filter(Boolean).join(', '),
          <bdi key="name">{name}</bdi>,
          percent.format(ratePpm / 1_000_000),
          format.date(validFrom),
        ],
      }))}
    />
  )
}
