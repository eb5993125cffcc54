import type { BillingDocumentDetail } from '@kinora/contract'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { Receipt } from '@phosphor-icons/react/dist/csr/Receipt'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { ObjectState } from '../../../ui/object-state'
import { SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TextLink } from '../../../ui/text-link'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { Paper } from './paper'
import { documentQuery, useDownloadDocument } from './queries'
import { useDocumentName } from './use-document-name'

const route = getRouteApi('/$environmentId/settings/billing_/invoices_/$invoiceId')

/** An invoice, credit note or statement as it was issued. */
export function InvoiceScreen() {
  const t = useText()
  const { invoiceId } = route.useParams()
  const nameOf = useDocumentName()
  const query = useQuery(documentQuery(invoiceId))
  const { data } = query
  const { name, number } =
    data === undefined ? { name: t('billing:invoices.document'), number: '' } : nameOf(data)
  return (
    <SettingsPage
      title={`${name} ${number}`.trim()}
      crumbs={<Crumbs />}
      actions={data?.status === 'final' && <Downloads document={data} />}
    >
      <div className="pt-4">
        {data === undefined ? (
          <ObjectState
            query={query}
            skeleton={<Skeleton className="h-96 w-full" />}
            gone={
              <State icon={<Receipt size={20} />} title={t('billing:invoices.gone')}>
                {t('billing:invoices.goneAbout')}
              </State>
            }
            failed={t('billing:invoices.documentFailed')}
          />
        ) : (
          <Paper document={data} />
        )}
      </div>
    </SettingsPage>
  )
}

function Crumbs() {
  const t = useText()
  const { environment } = useWorkspace()
  const params = { environmentId: environment.id }
  return (
    <Breadcrumbs>
      <TextLink to="/$environmentId/settings/billing" params={params}>
        {t('billing:title')}
      </TextLink>
      <TextLink to="/$environmentId/settings/billing/invoices" params={params}>
        {t('billing:invoices.title')}
      </TextLink>
    </Breadcrumbs>
  )
}

function Downloads({ document: { id, organizationId } }: { readonly document: BillingDocumentDetail }) {
  const t = useText()
  const download = useDownloadDocument()
  const onError = useProblemToast(t('billing:invoices.notDownloaded'))
  const start = (format: 'pdf' | 'csv') => download.mutate({ id, organizationId, format }, { onError })
  const isBusy = (format: 'pdf' | 'csv') => download.isPending && download.variables.format === format
  return (
    <>
      <Button busy={isBusy('csv')} onPress={() => start('csv')}>
        {t('billing:invoices.csv')}
      </Button>
      <Button
        variant="primary"
        icon={<DownloadSimple size={16} />}
        busy={isBusy('pdf')}
        onPress={() => start('pdf')}
      >
        {t('billing:invoices.pdf')}
      </Button>
    </>
  )
}
