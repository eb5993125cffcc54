import type { Right } from '@kinora/contract'
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
