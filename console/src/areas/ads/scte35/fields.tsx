import type { Scte35Message, Scte35Ticks } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

type Command = NonNullable<Scte35Message['spliceCommand']>
type Descriptor = Scte35Message['spliceDescriptors'][number]
type Segment = NonNullable<Extract<Descriptor, { name: 'segmentation_descriptor' }>['segment']>
type Upid = Segment['segmentationUpids'][number]

type Value = string | number | boolean | Scte35Ticks | null

/** A field with its name in the standard. */
interface FieldProps {
  readonly name: string
  readonly value: string | number | boolean
  /** Meaning of the value. */
  readonly meaning?: string | null
}

function Field({ name, value, meaning }: FieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 py-2 max-sm:grid-cols-1">
      <dt>
        <code className="ltr font-code text-12 text-ink-2 wrap-anywhere">{name}</code>
      </dt>
      <dd className="min-w-0">
        <bdi className="tabular wrap-anywhere">{typeof value === 'boolean' ? String(value) : value}</bdi>
        {meaning && (
          <span className="block text-12 text-ink-3">
            <bdi>{meaning}</bdi>
          </span>
        )}
      </dd>
    </div>
  )
}

/** Fields of a part of a message. Null means that the part does not have the field. */
export function Fields({ values }: { readonly values: Readonly<Record<string, Value>> }) {
  return Object.entries(values).map(([key, value]) =>
    value === null ? null : isTicks(value) ? (
      <TimeField key={key} name={standardName(key)} time={value} />
    ) : (
      <Field key={key} name={standardName(key)} value={value} />
    ),
  )
}

function isTicks(value: Value): value is Scte35Ticks {
  return typeof value === 'object' && value !== null
}

/** `segmentNum` is `segment_num` in the standard. */
function standardName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function TimeField({ name, time }: { readonly name: string; readonly time: Scte35Ticks | null }) {
  const t = useText()
  const format = useFormat()
  if (time === null) return <Field name={name} value={t('ads:scte35.atOnce')} />
  const { ticks, seconds } = time
  return (
    <Field
      name={name}
      value={t('ads:scte35.seconds', { seconds: format.number(Math.round(seconds * 1000) / 1000) })}
      meaning={t('ads:scte35.ticks', { ticks: format.number(ticks) })}
    />
  )
}

export function CommandFields({ command }: { readonly command: Command }) {
  if (command.name === 'time_signal') return <TimeField name="pts_time" time={command.ptsTime} />
  if (command.name !== 'splice_insert') {
    const { name: _, ...values } = command
    return <Fields values={values} />
  }
  const { spliceEventId, event } = command
  if (event === null) return <Fields values={{ spliceEventId, spliceEventCancelIndicator: true }} />
  const { outOfNetworkIndicator, spliceImmediateFlag, eventIdComplianceFlag, components, breakDuration } =
    event
  const { uniqueProgramId, availNum, availsExpected, ptsTime } = event
  return (
    <>
      <Fields values={{ spliceEventId, outOfNetworkIndicator, spliceImmediateFlag }} />
      {components === null ? (
        <TimeField name="pts_time" time={ptsTime} />
      ) : (
        components.map((component) => (
          <TimeField
            key={component.componentTag}
            name={`component_tag ${component.componentTag}`}
            time={component.ptsTime}
          />
        ))
      )}
      {breakDuration !== null && (
        <>
          <TimeField name="break_duration" time={breakDuration} />
          <Fields values={{ autoReturn: breakDuration.autoReturn }} />
        </>
      )}
      <Fields values={{ uniqueProgramId, availNum, availsExpected, eventIdComplianceFlag }} />
    </>
  )
}

export function DescriptorFields({ descriptor }: { readonly descriptor: Descriptor }) {
  if (descriptor.name === 'audio_descriptor')
    return descriptor.components.map(({ componentTag, isoCode, ...values }) => (
      <Field
        key={componentTag}
        name={`component_tag ${componentTag}`}
        value={isoCode}
        meaning={Object.entries(values)
          .map(([key, value]) => `${standardName(key)} ${value}`)
          .join(', ')}
      />
    ))
  if (descriptor.name !== 'segmentation_descriptor') {
    const { name: _, ...values } = descriptor
    return <Fields values={values} />
  }
  const { segmentationEventId, segment } = descriptor
  if (segment === null)
    return <Fields values={{ segmentationEventId, segmentationEventCancelIndicator: true }} />
  return (
    <>
      <Field
        name="segmentation_type_id"
        value={`0x${segment.segmentationTypeId.toString(16).padStart(2, '0').toUpperCase()}`}
        meaning={segment.segmentationTypeName}
      />
      <Fields values={{ segmentationEventId }} />
      <SegmentFields segment={segment} />
    </>
  )
}

function SegmentFields({ segment }: { readonly segment: Segment }) {
  const { segmentationDuration, segmentationUpids, components, deliveryRestrictions } = segment
  const { segmentNum, segmentsExpected, subSegmentNum, subSegmentsExpected } = segment
  const upids = segmentationUpids.map((upid, index) => ({ ...upid, key: `${index} ${upid.bytes}` }))
  return (
    <>
      <Fields values={{ segmentationDuration }} />
      {upids.map(({ key, ...upid }) => (
        <UpidField key={key} upid={upid} />
      ))}
      <Fields values={{ segmentNum, segmentsExpected, subSegmentNum, subSegmentsExpected }} />
      {components?.map(({ componentTag, ptsOffset }) => (
        <TimeField key={componentTag} name={`component_tag ${componentTag}`} time={ptsOffset} />
      ))}
      <Fields
        values={{ deliveryNotRestrictedFlag: deliveryRestrictions === null, ...deliveryRestrictions }}
      />
    </>
  )
}

function UpidField({ upid: { type, typeName, text, bytes } }: { readonly upid: Upid }) {
  return (
    <Field
      name="segmentation_upid"
      value={text ?? `0x${bytes}`}
      meaning={typeName ?? `segmentation_upid_type ${type}`}
    />
  )
}
