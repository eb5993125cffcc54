import type { InstallationOrganization } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { OrganizationTile } from '../organizations/organization-tile'

export function useOrganizationColumns(
  onOpen: (organization: InstallationOrganization) => void,
): readonly Column<InstallationOrganization, never>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('identity:administration.name'),
      cell: ({ id, name, logoUrl }) => (
        <span className="flex items-center gap-3">
          <OrganizationTile organization={{ id, name, logoUrl }} size={26} />
          <span dir="auto" className="cut own-way font-mid text-ink">
            {name}
          </span>
        </span>
      ),
    },
    {
      id: 'standing',
      head: t('identity:administration.standing'),
      width: '26%',
      cell: ({ isActive, isSubscribed }) => (
        <span className="flex flex-wrap gap-x-4">
          <StatusMark tone={isActive ? 'good' : 'bad'}>
            {isActive ? t('identity:administration.active') : t('identity:administration.inactive')}
          </StatusMark>
          {!isSubscribed && (
            <StatusMark tone="draft">{t('identity:administration.notSubscribed')}</StatusMark>
          )}
        </span>
      ),
    },
    {
      id: 'members',
      head: t('identity:administration.members'),
      width: '96px',
      number: true,
      from: 'md',
      cell: ({ members }) => <span className="text-ink-2">{format.number(members)}</span>,
    },
    {
      id: 'environments',
      head: t('identity:administration.environments'),
      width: '120px',
      number: true,
      from: 'md',
      cell: ({ environments }) => <span className="text-ink-2">{format.number(environments)}</span>,
    },
    {
      id: 'createdAt',
      head: t('identity:administration.since'),
      width: '130px',
      from: 'sm',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.exactTime(createdAt)} className="tabular text-ink-2">
          {format.date(createdAt)}
        </time>
      ),
    },
    {
      id: 'actions',
      head: t('identity:administration.actions'),
      quietHead: true,
      width: '104px',
      cell: (organization) => (
        <span className="flex justify-end">
          <Button size="small" onPress={() => onOpen(organization)}>
            <span aria-hidden>{t('identity:administration.change')}</span>
            <span className="sr-only">{`${t('identity:administration.change')}: ${organization.name}`}</span>
          </Button>
        </span>
      ),
    },
  ]
}
