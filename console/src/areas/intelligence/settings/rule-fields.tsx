import type { AnalysisRule } from '@kinora/contract'
import { analysisParts } from '@kinora/contract/intelligence/analysis'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { ComboBox } from '../../../ui/combo-box'
import { EngineNote } from '../analysis/engine-note'
import { useSpeechLanguages } from '../speech-languages'

interface RuleFieldsProps {
  /** The videos that the rule is for. */
  readonly name: string
  readonly rule: AnalysisRule
  readonly disabled: boolean
  readonly onChange: (rule: AnalysisRule) => void
  readonly onRemove: (() => void) | undefined
}

/** Fields for what is looked for in some videos, and for the language that people speak in them. */
export function RuleFields({ name, rule, disabled, onChange, onRemove }: RuleFieldsProps) {
  const t = useText()
  const { options } = useSpeechLanguages()
  const { parts, language } = rule
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-3 border-b border-rule pb-5">
      <legend className="mb-2 text-13 font-mid text-ink">
        <bdi>{name}</bdi>
      </legend>
      {analysisParts.map((part) => (
        <Checkbox
          key={part}
          checked={parts.includes(part)}
          disabled={disabled}
          onChange={(on) =>
            onChange({
              ...rule,
              parts: analysisParts.filter((one) => (one === part ? on : parts.includes(one))),
            })
          }
        >
          {t(`intelligence:parts.${part}`)}
        </Checkbox>
      ))}
      {parts.includes('speech') && (
        <div className="flex w-full flex-col gap-1.5">
          <ComboBox
            label={t('intelligence:analysis.language')}
            options={options}
            value={language}
            disabled={disabled}
            onChange={(chosen) => onChange({ ...rule, language: chosen })}
          />
          <EngineNote language={language} />
        </div>
      )}
      {onRemove && (
        <Button size="small" aria-label={t('intelligence:automation.remove', { name })} onPress={onRemove}>
          {t('intelligence:automation.removeRule')}
        </Button>
      )}
    </fieldset>
  )
}
