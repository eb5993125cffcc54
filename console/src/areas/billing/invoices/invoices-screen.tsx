import { documentKinds } from '@kinora/contract/billing/values'
import { Receipt } from '@phosphor-icons/react/dist/csr/Receipt'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { PagedList } from '../../../ui/paged-list'
import { Section } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { TextLink } from '../../../ui/text-link'
import { useRights, useWorkspace } from '../../identity'
import { Details } from './details'
import { documentsQuery } from './queries'
import { useDocumentColumns } from './use-document-columns'
import { useDocumentName } from './use-document-name'

const route = getRouteApi('/$environmentId/settings/billing_/invoices')

/** Invoices, credit notes and statements of the organization, and the address that they are sent to. */
export function InvoicesScreen() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  const rights = useRights('Settings', 'Billing', 'organization')
  const search = route.useSearch()
  const look = {
    page: search.page,
    kind: documentKinds.find((kind) => kind === search.kind) ?? ('' as const),
  }
  const navigate = route.useNavigate()
  const nameOf = useDocumentName()
  const columns = useDocumentColumns()
  const list = useQuery(documentsQuery(organization.id, look))
  return (
    <SettingsPage
      title={t('billing:invoices.title')}
      about={t('billing:invoices.about')}
      crumbs={
        <Breadcrumbs>
          <TextLink to="/$environmentId/settings/billing" params={{ environmentId: environment.id }}>
            {t('billing:title')}
          </TextLink>
        </Breadcrumbs>
      }
    >
      <div className="flex flex-col gap-8 pt-4">
        <Details mayEdit={rights.update} />
        <Section title={t('billing:invoices.documents')}>
          <div className="overflow-x-auto py-3">
            <div className="w-max">
              <Segmented
                label={t('billing:invoices.show')}
                value={look.kind}
                onChange={(kind) => void navigate({ search: { kind, page: 1 } })}
                options={[
                  { id: '', content: t('billing:invoices.all') },
                  ...documentKinds.map((id) => ({ id, content: t(`billing:invoices.several.${id}`) })),
                ]}
              />
            </div>
          </div>
          <PagedList
            label={t('billing:invoices.documents')}
            columns={columns}
            list={list}
            rowName={(row) => Object.values(nameOf(row)).join(' ')}
            onOpen={({ id: invoiceId }) =>
              void navigate({
                to: '/$environmentId/settings/billing/invoices/$invoiceId',
                params: { environmentId: environment.id, invoiceId },
              })
            }
            page={look.page}
            onPage={(page, replace) => void navigate({ search: (old) => ({ ...old, page }), replace })}
            failed={t('billing:invoices.failed')}
            empty={
              <State icon={<Receipt size={20} />} title={t('billing:invoices.none')}>
                {t('billing:invoices.noneAbout')}
              </State>
            }
          />
        </Section>
      </div>
    </SettingsPage>
  )
}
