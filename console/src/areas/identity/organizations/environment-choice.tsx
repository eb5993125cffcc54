import type { Environment, Right } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useWorkspace } from '../workspace'
import { KindMark } from './kind-mark'

interface EnvironmentChoiceProps {
  readonly value: string
  readonly onChange: (environmentId: string) => void
  /** The right that the user needs in the environment. */
  readonly right: Right
}

/** Selects an environment of the organization in which the user has the right. */
export function EnvironmentChoice({ value, onChange, right }: EnvironmentChoiceProps) {
  const t = useText()
  const { organization } = useWorkspace()
  return (
    <Select
      label={t('identity:tokens.environment')}
      value={value}
      onChange={onChange}
      options={organization.environments
        .filter(({ grants }) => grants.includes(right.join('.')))
        .map(({ id, name, type }) => ({ id, label: name, icon: <KindMark kind={type} size={14} /> }))}
    />
  )
}

/** An environment in a table cell: its kind as an icon, and its name. */
export function EnvironmentName({ environment }: { readonly environment: Environment }) {
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <KindMark kind={environment.type} size={12} />
      <span dir="auto" className="cut own-way">
        {environment.name}
      </span>
    </span>
  )
}
