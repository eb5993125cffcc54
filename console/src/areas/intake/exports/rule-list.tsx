import type { ExportRule } from '@kinora/contract'
import { CloudArrowUp } from '@phosphor-icons/react/dist/csr/CloudArrowUp'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { placeOf } from './export-columns'
import { exportRulesQuery } from './queries'
import { RuleMenu } from './rule-menu'

interface RuleListProps {
  readonly page: number
  readonly onPage: (to: number, replace: boolean) => void
  readonly onEdit: (rule: ExportRule) => void
  /** Button that adds a rule. */
  readonly make: ReactNode
}

/** The rules by which videos are exported. */
export function RuleList({ page, onPage, onEdit, make }: RuleListProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const list = useQuery(exportRulesQuery(environment.id, page))
  return (
    <PagedList
      label={t('intake:exports.rules.title')}
      list={list}
      columns={useRuleColumns(onEdit)}
      rowName={({ name }) => name}
      page={page}
      onPage={onPage}
      failed={t('intake:exports.rules.failed')}
      empty={
        <div className="pt-6">
          <State icon={<CloudArrowUp size={20} />} title={t('intake:exports.rules.none')} actions={make}>
            {t('intake:exports.rules.noneAbout')}
          </State>
        </div>
      }
    />
  )
}

function useRuleColumns(onEdit: (rule: ExportRule) => void): Column<ExportRule>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('intake:exports.rules.columns.rule'),
      cell: (rule) => (
        <span className="block min-w-0 py-1.5">
          <span className="own-way cut block font-mid">
            <bdi>{rule.name}</bdi>
          </span>
          <span className="own-way cut block text-12 text-ink-3">
            <bdi>{placeOf(rule)}</bdi>
          </span>
          <span className="block pt-1 sm:hidden">
            <RuleState rule={rule} />
          </span>
        </span>
      ),
    },
    {
      id: 'videos',
      head: t('intake:exports.rules.columns.videos'),
      width: '14rem',
      from: 'md',
      cell: (rule) => <Which rule={rule} />,
    },
    {
      id: 'files',
      head: t('intake:exports.rules.columns.files'),
      width: '14rem',
      from: 'lg',
      cell: ({ files }) => format.list(files.map((kind) => t(`intake:exports.kinds.${kind}`))),
    },
    {
      id: 'state',
      head: t('intake:exports.columns.state'),
      width: '8rem',
      from: 'sm',
      cell: (rule) => <RuleState rule={rule} />,
    },
    {
      id: 'menu',
      head: t('intake:folders.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (rule) => <RuleMenu rule={rule} onEdit={() => onEdit(rule)} />,
    },
  ]
}

function RuleState({ rule: { isPaused } }: { readonly rule: ExportRule }) {
  const t = useText()
  return isPaused ? (
    <StatusMark tone="hollow">{t('intake:folders.states.paused')}</StatusMark>
  ) : (
    <StatusMark tone="good">{t('intake:exports.rules.on')}</StatusMark>
  )
}

/** The videos that a rule is for. */
function Which({ rule: { collectionId, collectionName, tags } }: { readonly rule: ExportRule }) {
  const t = useText()
  return (
    <span className="block min-w-0">
      <span className="own-way cut block">
        {collectionId === null ? (
          t('intake:exports.rules.all')
        ) : collectionName === null ? (
          <span className="text-bad">{t('intake:exports.rules.folderGone')}</span>
        ) : (
          <bdi>{collectionName}</bdi>
        )}
      </span>
      {tags.length > 0 && <bdi className="cut block text-12 text-ink-3">{tags.join(' · ')}</bdi>}
    </span>
  )
}
