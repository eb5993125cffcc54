import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { PartyLines } from './party-lines'
import { detailsQuery } from './queries'

const DetailsForm = lazy(async () => ({ default: (await import('./details-form')).DetailsForm }))

/** The billing address of the organization. */
export function Details({ mayEdit }: { readonly mayEdit: boolean }) {
  const t = useText()
  const { organization } = useWorkspace()
  const query = useQuery(detailsQuery(organization.id))
  const [isOpen, setOpen] = useState(false)
  const { data } = query
  return (
    <Section title={t('billing:details.title')}>
      {data === undefined ? (
        query.error ? (
          <ListFault title={t('billing:details.failed')} list={query} />
        ) : (
          <div aria-busy className="pt-3">
            <Skeleton className="h-16 w-64" />
          </div>
        )
      ) : (
        <div className="flex flex-wrap items-start justify-between gap-4 pt-3">
          {data.details === null ? (
            <p className="text-13 text-pretty text-ink-2">{t('billing:details.none')}</p>
          ) : (
            <div className="text-13 text-ink-2">
              <PartyLines party={data.details} />
              <p>
                <bdi>{data.details.email}</bdi>
              </p>
            </div>
          )}
          {mayEdit && (
            <Button size="small" onPress={() => setOpen(true)}>
              {t(data.details === null ? 'billing:details.add' : 'billing:details.edit')}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {isOpen && data && <DetailsForm details={data.details} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  )
}
