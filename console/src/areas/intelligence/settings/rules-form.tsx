import type { AnalysisRule } from '@kinora/contract'
import { analysisParts } from '@kinora/contract/intelligence/analysis'
import { maxAnalysisRules } from '@kinora/contract/intelligence/automation'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { SettingsForm } from '../../identity'
import { useProfileName } from '../../library'
import { useSetRules } from './queries'
import { RuleFields } from './rule-fields'

interface RulesFormProps {
  readonly rules: readonly AnalysisRule[]
  readonly profiles: readonly {
    readonly id: string
    readonly name: string
    readonly builtIn: 'standard' | null
  }[]
  readonly mayEdit: boolean
}

const others: AnalysisRule = { encodingProfileId: null, parts: [], language: 'en' }

/** Form for what is looked for in new videos: in those of some encoding profiles, and in all others. */
export function RulesForm({ rules, profiles, mayEdit }: RulesFormProps) {
  const t = useText()
  const profileName = useProfileName()
  const save = useSetRules()
  const known = [
    rules.find(({ encodingProfileId }) => encodingProfileId === null) ?? others,
    ...rules.filter(({ encodingProfileId }) => encodingProfileId !== null),
  ]
  const [edited, setEdited] = useState<readonly AnalysisRule[] | null>(null)
  const chosen = edited ?? known
  const isDirty = JSON.stringify(chosen) !== JSON.stringify(known)
  const change = (next: readonly AnalysisRule[]) => {
    setEdited(next)
    save.reset()
  }
  const left = profiles.filter(({ id }) => chosen.every((rule) => rule.encodingProfileId !== id))
  const nameOf = ({ encodingProfileId }: AnalysisRule) => {
    const profile = profiles.find(({ id }) => id === encodingProfileId)
    if (profile !== undefined) return profileName(profile)
    return t(chosen.length > 1 ? 'intelligence:automation.others' : 'intelligence:automation.all')
  }
  const add = (id: string) =>
    change([...chosen, { ...others, encodingProfileId: id, parts: [...analysisParts] }])
  const send = () =>
    save.mutate([...chosen], {
      onSuccess: () => {
        setEdited(null)
        toast({ text: t('intelligence:automation.saved'), tone: 'good' })
      },
    })
  return (
    <SettingsForm
      save={save}
      action={t('intelligence:automation.save')}
      isDirty={isDirty}
      mayEdit={mayEdit}
      onSave={send}
      onDiscard={() => setEdited(null)}
    >
      {chosen.map((rule, n) => (
        <RuleFields
          key={rule.encodingProfileId}
          name={nameOf(rule)}
          rule={rule}
          disabled={!mayEdit}
          onChange={(next) => change(chosen.with(n, next))}
          onRemove={
            rule.encodingProfileId === null || !mayEdit ? undefined : () => change(chosen.toSpliced(n, 1))
          }
        />
      ))}
      {mayEdit && profiles.length > 1 && left.length > 0 && chosen.length < maxAnalysisRules && (
        <Select
          label={t('intelligence:automation.add')}
          placeholder={t('intelligence:automation.choose')}
          value={null}
          options={left.map((profile) => ({ id: profile.id, label: profileName(profile) }))}
          onChange={add}
        />
      )}
    </SettingsForm>
  )
}
