import type { AlertChannel, AlertRule } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { Switch } from '../../../ui/switch'
import type { Column } from '../../../ui/table-parts'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useSwitchRule } from '../queries'
import { SeveritySign } from '../signs/severity-sign'
import { useRuleText } from '../signs/use-rule-text'
import { FiredBars } from './fired-bars'
import { RuleMenu } from './rule-menu'
import { RuleState } from './rule-state'

/** @param channels the channels of the environment, if they are loaded */
export function useRuleColumns(channels: readonly AlertChannel[]): readonly Column<AlertRule>[] {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Alerts', 'Alert')
  const namesOf = ({ channelIds }: AlertRule) =>
    format.list(channels.filter(({ id }) => channelIds.includes(id)).map(({ name }) => name))
  return [
    { id: 'rule', head: t('alerts:list.columns.rule'), cell: (rule) => <NameCell rule={rule} /> },
    {
      id: 'severity',
      head: t('alerts:list.severity'),
      width: '104px',
      from: 'md',
      cell: ({ severity }) => <SeveritySign severity={severity} />,
    },
    {
      id: 'state',
      head: t('alerts:list.state'),
      width: '190px',
      from: 'sm',
      cell: (rule) => <RuleState rule={rule} />,
    },
    {
      id: 'fired',
      head: t('alerts:list.columns.fired'),
      width: '112px',
      from: 'lg',
      cell: ({ fired }) => <FiredBars days={fired} />,
    },
    {
      id: 'last',
      head: t('alerts:list.columns.last'),
      width: '150px',
      from: 'md',
      cell: ({ lastFiredAt }) => (
        <span className="tabular whitespace-nowrap text-ink-2">
          {lastFiredAt === null ? t('alerts:list.never') : format.timeOfDay(lastFiredAt)}
        </span>
      ),
    },
    {
      id: 'channels',
      head: t('alerts:list.columns.channels'),
      width: '128px',
      from: 'lg',
      cell: (rule) => (
        <span className="cut block text-ink-2">
          {rule.channelIds.length === 0 ? t('alerts:list.bellOnly') : namesOf(rule)}
        </span>
      ),
    },
    {
      id: 'on',
      head: t('alerts:list.columns.on'),
      width: '56px',
      quietHead: true,
      cell: (rule) => <OnCell rule={rule} mayChange={rights.update} />,
    },
    {
      id: 'menu',
      head: t('alerts:list.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (rule) => (
        <RuleMenu
          rule={rule}
          trigger={<RowMenuButton label={t('alerts:rule.actions.of', { name: rule.name })} />}
        />
      ),
    },
  ]
}

function NameCell({ rule }: { readonly rule: AlertRule }) {
  const { sentence } = useRuleText()
  const { id, environmentId, name } = rule
  return (
    <span className="block min-w-0">
      <Link
        to="/$environmentId/alerts/$ruleId"
        params={{ environmentId, ruleId: id }}
        tabIndex={-1}
        title={name}
        dir="auto"
        className="own-way cut block font-mid text-ink"
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="cut block text-12 text-ink-3">{sentence(rule)}</span>
    </span>
  )
}

function OnCell({ rule, mayChange }: { readonly rule: AlertRule; readonly mayChange: boolean }) {
  const t = useText()
  const change = useSwitchRule()
  const notChanged = useProblemToast(t('alerts:rule.actions.failed'))
  const isOn = change.isPending ? change.variables.on : rule.enabled
  return (
    <Switch
      on={isOn}
      disabled={!mayChange}
      onChange={(on) => change.mutate({ id: rule.id, on }, { onError: notChanged })}
    >
      <span className="sr-only">{rule.name}</span>
    </Switch>
  )
}
