import type { AdChannel } from '@kinora/contract'
import { adAvailSuppressions, adCampaignUses } from '@kinora/contract/ads/values'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { type Formatter, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import type { ChannelFields } from './channel-fields'
import { UrlField } from './url-field'

interface RuleFieldsProps {
  readonly form: UseFormReturn<ChannelFields>
  readonly channel: AdChannel | null
  readonly type: AdChannel['type']
}

const offeredViews = [1, 2, 3, 5, 10]
const offeredHours = [1, 6, 12, 24, 72, 168, 720]
const offeredSuppressionsS = [0, 30, 60, 120, 300, 600, 1800, 3600]
const offeredThresholdsS = [0, 5, 10, 15, 30, 60, 120]
const NO_LIMIT = 'none'

/** Fields for frequency cap, separation, and rules of live breaks. */
export function RuleFields({ form, channel, type }: RuleFieldsProps) {
  const t = useText()
  const isOpen =
    channel !== null &&
    (channel.frequencyCap !== null ||
      channel.competitiveSeparation ||
      channel.campaigns !== 'rest' ||
      channel.vmapUrl !== null ||
      channel.personalizationThresholdS !== null ||
      channel.availSuppression !== 'behind')
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer py-1 font-mid">{t('ads:channels.rules.title')}</summary>
      <div className="flex flex-col gap-4 pt-3">
        <CampaignsField form={form} />
        <CapFields form={form} />
        <SeparationField form={form} />
        {type === 'live' ? <LiveRules form={form} /> : <VmapField form={form} />}
      </div>
    </details>
  )
}

type FieldProps = Pick<RuleFieldsProps, 'form'>

function CampaignsField({ form }: FieldProps) {
  const t = useText()
  const { value = 'rest', onChange } = useField(form, 'campaigns')
  return (
    <Select
      label={t('ads:channels.rules.campaigns')}
      value={value}
      onChange={onChange}
      options={adCampaignUses.map((id) => ({ id, label: t(`ads:channels.rules.campaignUses.${id}`) }))}
    />
  )
}

function CapFields({ form }: FieldProps) {
  const t = useText()
  const format = useFormat()
  const { value: cap = null, onChange } = useField(form, 'frequencyCap')
  const hours = cap?.hours ?? 24
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Select
        label={t('ads:channels.rules.cap')}
        value={cap === null ? NO_LIMIT : String(cap.views)}
        onChange={(id) => onChange(id === NO_LIMIT ? null : { views: Number(id), hours })}
        options={[
          { id: NO_LIMIT, label: t('ads:channels.rules.noLimit') },
          ...withCurrent(offeredViews, cap?.views).map((views) => ({
            id: String(views),
            label: t('ads:channels.rules.times', { count: views }),
          })),
        ]}
      />
      {cap !== null && (
        <Select
          label={t('ads:channels.rules.within')}
          value={String(hours)}
          onChange={(id) => onChange({ ...cap, hours: Number(id) })}
          options={withCurrent(offeredHours, hours).map((each) => ({
            id: String(each),
            label: format.hours(each),
          }))}
        />
      )}
    </div>
  )
}

function SeparationField({ form }: FieldProps) {
  const t = useText()
  const { value = false, onChange } = useField(form, 'competitiveSeparation')
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox checked={value} onChange={onChange}>
        {t('ads:channels.rules.separation')}
      </Checkbox>
      <p className="text-12 text-pretty text-ink-3">{t('ads:channels.rules.separationHelp')}</p>
    </div>
  )
}

function VmapField({ form }: FieldProps) {
  const t = useText()
  const [label, help] = [t('ads:channels.rules.vmap'), t('ads:channels.rules.vmapHelp')]
  return <UrlField form={form} field="vmapUrl" optional label={label} help={help} />
}

function LiveRules({ form }: FieldProps) {
  const t = useText()
  const format = useFormat()
  const { value: which = 'behind', onChange: onWhich } = useField(form, 'availSuppression')
  const { value: seconds = 0, onChange: onSeconds } = useField(form, 'availSuppressionS')
  const { value: threshold = null, onChange: onThreshold } = useField(form, 'personalizationThresholdS')
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select
          label={t('ads:channels.rules.suppression')}
          value={which}
          onChange={onWhich}
          options={adAvailSuppressions.map((id) => ({
            id,
            label: t(`ads:channels.rules.suppressions.${id}`),
          }))}
        />
        {which !== 'none' && (
          <Select
            label={t(`ads:channels.rules.suppressedFor.${which}`)}
            value={String(seconds)}
            onChange={(id) => onSeconds(Number(id))}
            options={lengths(format, offeredSuppressionsS, seconds)}
          />
        )}
      </div>
      <Select
        label={t('ads:channels.rules.threshold')}
        help={t('ads:channels.rules.thresholdHelp')}
        value={threshold === null ? NO_LIMIT : String(threshold)}
        onChange={(id) => onThreshold(id === NO_LIMIT ? null : Number(id))}
        options={[
          { id: NO_LIMIT, label: t('ads:channels.rules.noLimit') },
          ...lengths(format, offeredThresholdsS, threshold ?? undefined),
        ]}
      />
    </>
  )
}

function lengths(format: Formatter, offered: readonly number[], current: number | undefined) {
  return withCurrent(offered, current).map((seconds) => ({
    id: String(seconds),
    label: format.duration(seconds),
  }))
}

function withCurrent(offered: readonly number[], current: number | undefined): number[] {
  return [...new Set([...offered, ...(current === undefined ? [] : [current])])].toSorted((a, b) => a - b)
}
