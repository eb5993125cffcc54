import type { BillingDocument } from '@kinora/contract'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useLooseMoney } from '../money'
import { useDownloadDocument } from './queries'
import { useDocumentName } from './use-document-name'

/** The columns of a list of documents. */
export function useDocumentColumns(): readonly Column<BillingDocument, never>[] {
  const t = useText()
  const format = useFormat()
  const money = useLooseMoney()
  const nameOf = useDocumentName()
  const { environment } = useWorkspace()
  return [
    {
      id: 'name',
      head: t('billing:invoices.document'),
      cell: (row) => {
        const { name, number } = nameOf(row)
        return (
          <span className="block min-w-0">
            <Link
              to="/$environmentId/settings/billing/invoices/$invoiceId"
              params={{ environmentId: environment.id, invoiceId: row.id }}
              tabIndex={-1}
              className="cut block font-mid text-ink"
            >
              <bdi>{number === '' ? name : number}</bdi>
            </Link>
            <span className="flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
              {number !== '' && name}
              {row.status === 'draft' && <StatusMark tone="draft">{t('billing:invoices.draft')}</StatusMark>}
              {row.invoice !== null && row.invoice.number !== null && (
                <span className="cut">
                  {t('billing:invoices.forInvoice', { number: row.invoice.number })}
                </span>
              )}
            </span>
          </span>
        )
      },
    },
    {
      id: 'date',
      head: t('billing:invoices.date'),
      width: '130px',
      from: 'sm',
      cell: ({ issuedAt, createdAt }) => (
        <time dateTime={issuedAt ?? createdAt} className="tabular text-ink-2">
          {format.date(issuedAt ?? createdAt)}
        </time>
      ),
    },
    {
      id: 'total',
      head: t('billing:invoices.amount'),
      width: '130px',
      number: true,
      cell: ({ total, currency }) => <bdi className="font-head">{money(currency, total)}</bdi>,
    },
    {
      id: 'download',
      head: t('billing:invoices.download'),
      quietHead: true,
      width: '44px',
      cell: (row) => row.status === 'final' && <DownloadPdf document={row} />,
    },
  ]
}

function DownloadPdf({ document }: { readonly document: BillingDocument }) {
  const t = useText()
  const download = useDownloadDocument()
  const onError = useProblemToast(t('billing:invoices.notDownloaded'))
  const { name, number } = useDocumentName()(document)
  const { id, organizationId } = document
  return (
    <IconButton
      size="small"
      label={t('billing:invoices.downloadNamed', { name: `${name} ${number}` })}
      disabled={download.isPending}
      onPress={() => download.mutate({ id, organizationId, format: 'pdf' }, { onError })}
    >
      <DownloadSimple size={16} />
    </IconButton>
  )
}
