import type { Portrait } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Progress } from '../../../ui/progress'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { isBusy } from '../queries'
import { PortraitImage } from './portrait-image'
import { PortraitMenu } from './portrait-menu'
import { PortraitStatus } from './portrait-status'

export function usePortraitColumns(): readonly Column<Portrait>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('portrait:list.columns.name'),
      cell: (portrait) => <NameCell portrait={portrait} />,
    },
    {
      id: 'shape',
      head: t('portrait:list.columns.shape'),
      width: '84px',
      from: 'sm',
      cell: ({ shape }) => <span className="ltr tabular text-ink-2">{shape}</span>,
    },
    {
      id: 'status',
      head: t('portrait:list.columns.status'),
      width: '150px',
      cell: (portrait) => (
        <span className="block">
          <PortraitStatus portrait={portrait} />
          {isBusy(portrait) && (
            <span className="block pt-1">
              <Progress
                label={t(`portrait:states.${portrait.status}`)}
                value={portrait.progress > 0 ? portrait.progress : undefined}
              />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'duration',
      head: t('portrait:list.columns.duration'),
      width: '96px',
      number: true,
      from: 'md',
      cell: ({ duration }) => (duration === null ? '' : format.duration(duration)),
    },
    {
      id: 'created',
      head: t('portrait:list.columns.created'),
      width: '140px',
      from: 'md',
      cell: ({ createdAt }) => <span className="tabular text-ink-2">{format.date(createdAt)}</span>,
    },
    {
      id: 'menu',
      head: t('portrait:list.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (portrait) => (
        <PortraitMenu
          isOpenable
          portrait={portrait}
          trigger={<RowMenuButton label={t('portrait:actions.of', { name: portrait.name })} />}
        />
      ),
    },
  ]
}

function NameCell({ portrait }: { readonly portrait: Portrait }) {
  const { id, environmentId, name, contentTitle } = portrait
  return (
    <span className="flex min-w-0 items-center gap-3">
      <PortraitImage portrait={portrait} />
      <span className="block min-w-0">
        <Link
          to="/$environmentId/portrait-pro/$portraitId"
          params={{ environmentId, portraitId: id }}
          tabIndex={-1}
          title={name}
          dir="auto"
          className="own-way cut block font-mid text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        <span dir="auto" className="own-way cut block text-12 text-ink-3">
          <bdi>{contentTitle}</bdi>
        </span>
      </span>
    </span>
  )
}
