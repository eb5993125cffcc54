import { alertSeverities, defaultRecovery, thresholdUnit } from '@kinora/contract/alerts/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { SeveritySign } from '../signs/severity-sign'
import { useRuleText } from '../signs/use-rule-text'
import { bodyOf } from './draft'
import { MuteFields } from './mute-fields'
import { type DraftProps, Unit } from './when-fields'

const quietTimes = [0, 30, 60, 300, 900]
const reminders = [900, 3600, 14_400, 86_400]

/** Name, severity, recovery, reminders and mutes of a rule. */
export function SideFields({ draft, onChange, faults }: DraftProps) {
  const t = useText()
  const format = useFormat()
  const { valueText } = useRuleText()
  const change = (next: Partial<typeof draft>) => onChange({ ...draft, ...next })
  const { threshold } = bodyOf(draft)
  const unit = thresholdUnit(draft.metric, draft.condition)
  const span = (seconds: number) => (seconds === 0 ? t('alerts:form.atOnce') : format.timeSpan(seconds))
  const withOwn = (list: readonly number[], own: number) =>
    [...new Set([...list, own])].toSorted((one, other) => one - other)
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label={t('alerts:form.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={faults.name}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1.5 text-13 font-mid">{t('alerts:form.severity')}</legend>
        {alertSeverities.map((severity) => (
          <label
            key={severity}
            className="flex gap-3 rounded-2 border border-rule-2 p-3 text-13 has-checked:border-act has-checked:bg-act-soft"
          >
            <input
              type="radio"
              name="severity"
              checked={draft.severity === severity}
              onChange={() => change({ severity })}
              className="mt-0.5 size-4 accent-act"
            />
            <span>
              <span className="block font-mid">
                <SeveritySign severity={severity} />
              </span>
              <span className="block text-12 text-ink-2">{t(`alerts:form.severityAbout.${severity}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.condition !== 'no-data' && (
        <TextField
          label={t('alerts:form.recovery')}
          number
          ltr
          value={draft.recovery}
          onChange={(recovery) => change({ recovery })}
          error={faults.recovery}
          {...(!Number.isNaN(threshold) && {
            help: t('alerts:form.recoveryHelp', {
              value: valueText(draft, defaultRecovery(draft.condition, threshold)),
            }),
          })}
          end={unit === 'count' ? undefined : <Unit>{t(`alerts:form.unitNames.${unit}`)}</Unit>}
        />
      )}
      <Select
        label={t('alerts:form.quiet')}
        value={String(draft.quietS)}
        onChange={(id) => change({ quietS: Number(id) })}
        options={withOwn(quietTimes, draft.quietS).map((seconds) => ({
          id: String(seconds),
          label: span(seconds),
        }))}
      />
      <Select
        label={t('alerts:form.remind')}
        value={String(draft.remindS ?? 0)}
        onChange={(id) => change({ remindS: Number(id) === 0 ? null : Number(id) })}
        options={[
          { id: '0', label: t('alerts:form.never') },
          ...withOwn(reminders, draft.remindS ?? 900).map((seconds) => ({
            id: String(seconds),
            label: t('alerts:form.every', { time: format.timeSpan(seconds) }),
          })),
        ]}
      />
      <MuteFields mutes={draft.mutes} onChange={(mutes) => change({ mutes })} error={faults.mutes} />
    </div>
  )
}
