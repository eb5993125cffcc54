import type { VconnectInput } from '@kinora/contract'
import { createVconnectInputBody } from '@kinora/contract/vconnect/inputs'
import { vconnectLimits } from '@kinora/contract/vconnect/values'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { StreamSelect } from '../../live'
import { type InputBody, useSaveInput } from '../queries'
import { BackupFields } from './backup-fields'
import { NumberField, SecretFields } from './end-fields'
import { FecField } from './fec-fields'

interface InputFormProps {
  /** Null for a new one, whose page opens. */
  readonly input: VconnectInput | null
  readonly onClose: () => void
}

type Way =
  | 'inputListener'
  | 'inputCaller'
  | 'inputRendezvous'
  | 'inputUdp'
  | 'inputRtp'
  | 'inputRtmp'
  | 'inputLivestream'

const ways = {
  inputListener: { kind: 'srt', mode: 'listener' },
  inputCaller: { kind: 'srt', mode: 'caller' },
  inputRendezvous: { kind: 'srt', mode: 'rendezvous' },
  inputUdp: { kind: 'udp', mode: 'listener' },
  inputRtp: { kind: 'rtp', mode: 'listener' },
  inputRtmp: { kind: 'rtmp', mode: 'listener' },
  inputLivestream: { kind: 'livestream', mode: 'listener' },
} as const satisfies Record<Way, unknown>

/** Enough for two matrices of 50 packets at 2 Mbit/s. */
const fecLatencyMs = 500

const placeholders: Readonly<Partial<Record<Way, string>>> = {
  inputCaller: 'srt://host:9000',
  inputRendezvous: 'srt://host:9000',
  inputUdp: 'udp://239.0.0.1:5000',
  inputRtp: 'rtp://239.0.0.1:5000',
}

const srtWays = {
  listener: 'inputListener',
  caller: 'inputCaller',
  rendezvous: 'inputRendezvous',
} as const

const kindWays = {
  udp: 'inputUdp',
  rtp: 'inputRtp',
  rtmp: 'inputRtmp',
  livestream: 'inputLivestream',
} as const

function wayOf(kind: VconnectInput['kind'], mode: VconnectInput['mode']): Way {
  return kind === 'srt' ? srtWays[mode] : kindWays[kind]
}

/** Creates or edits an input. */
export function InputForm({ input, onClose }: InputFormProps) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const save = useSaveInput(input)
  const hasAddress = input?.kind === 'udp' || input?.kind === 'rtp' || input?.mode !== 'listener'
  const form = useSchemaForm(createVconnectInputBody, {
    name: input?.name ?? '',
    kind: input?.kind ?? 'srt',
    mode: input?.mode ?? 'listener',
    address: input === null || !hasAddress ? null : input.address,
    livestreamId: input?.livestream?.id ?? null,
    latencyMs: input?.latencyMs ?? vconnectLimits.latencyMs,
    fec: input?.fec ?? 'none',
    maxKbps: input?.maxKbps ?? vconnectLimits.maxKbps,
    allowedNetworks: input?.allowedNetworks ?? [],
    paths: input?.paths ?? 1,
    backupInputId: input?.backup?.id ?? null,
    holdMs: input?.holdMs ?? vconnectLimits.holdMs,
    returns: input?.returns ?? 'after-hold',
    returnAfterS: input?.returnAfterS ?? vconnectLimits.returnAfterS,
    enabled: input?.enabled ?? true,
  })
  const kind = useField(form, 'kind')
  const mode = useField(form, 'mode')
  const address = useField(form, 'address')
  const { inputRef: _, onBlur: __, name: ___, ...stream } = useField(form, 'livestreamId')
  const networks = useField(form, 'allowedNetworks')
  const passphrase = useField(form, 'passphrase')
  const streamId = useField(form, 'streamId')
  const latency = useField(form, 'latencyMs')
  const fec = useField(form, 'fec')
  const paths = useField(form, 'paths')
  const maxKbps = useField(form, 'maxKbps')
  const name = useField(form, 'name')
  const way = wayOf(kind.value, mode.value ?? 'listener')
  const placeholder = placeholders[way]
  const send = form.handleSubmit((body) =>
    save.mutate(body as InputBody, {
      onSuccess: (saved) => {
        if (input !== null) {
          toast({ text: t('vconnect:form.saved', { name: isolate(saved.name) }), tone: 'good' })
          onClose()
        } else
          void navigate({
            to: '/$environmentId/v-connect/$inputId',
            params: { environmentId: saved.environmentId, inputId: saved.id },
          })
      },
      onError: (error) => {
        if (
          error instanceof Problem &&
          showFieldProblems(form, error, ['name', 'address', 'livestreamId', 'fec', 'allowedNetworks'])
        )
          save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`vconnect:form.${input === null ? 'newInput' : 'editInput'}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('vconnect:form.cancel')}
      submit={{ form: formId, label: t(`vconnect:form.${input === null ? 'createInput' : 'save'}`) }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...name} autoFocus label={t('vconnect:form.name')} />
        {input === null && (
          <Select
            label={t('vconnect:form.way')}
            value={way}
            onChange={(chosen) => {
              kind.onChange(ways[chosen].kind)
              mode.onChange(ways[chosen].mode)
              address.onChange(chosen in placeholders ? '' : null)
              stream.onChange(null)
              fec.onChange(chosen === 'inputRtp' ? 'rows-and-columns' : 'none')
              latency.onChange(chosen === 'inputRtp' ? fecLatencyMs : vconnectLimits.latencyMs)
            }}
            options={(Object.keys(ways) as Way[]).map((id) => ({ id, label: t(`vconnect:form.ways.${id}`) }))}
            {...(way === 'inputListener' && { help: t('vconnect:form.port') })}
            {...(way === 'inputRendezvous' && { help: t('vconnect:form.rendezvousHelp') })}
            {...(way === 'inputRtmp' && { help: t('vconnect:form.keyHelp') })}
          />
        )}
        {way === 'inputLivestream' && input === null && (
          <Suspense>
            <StreamSelect {...stream} value={stream.value ?? ''} label={t('vconnect:form.livestream')} />
          </Suspense>
        )}
        {placeholder !== undefined && (
          <TextField
            {...address}
            ltr
            label={t('vconnect:form.address')}
            placeholder={placeholder}
            value={address.value ?? ''}
          />
        )}
        {way === 'inputRtp' && <FecField fec={fec} />}
        {kind.value === 'srt' && (
          <SecretFields passphrase={passphrase} streamId={streamId} known={input} mode={mode.value} />
        )}
        {(kind.value === 'srt' || kind.value === 'rtp') && (
          <NumberField
            field={latency}
            label={t('vconnect:form.latency')}
            help={t(`vconnect:form.${kind.value === 'srt' ? 'latencyHelp' : 'waitHelp'}`)}
          />
        )}
        <NumberField field={maxKbps} label={t('vconnect:form.maxKbps')} />
        {way === 'inputListener' && (
          <div className="flex flex-col gap-1">
            <Checkbox checked={paths.value === 2} onChange={(isTwo) => paths.onChange(isTwo ? 2 : 1)}>
              {t('vconnect:form.paths')}
            </Checkbox>
            {paths.value === 2 && <FieldNote help={t('vconnect:form.pathsHelp')} />}
          </div>
        )}
        {way === 'inputListener' && (
          <TagInput
            optional
            label={t('vconnect:form.networks')}
            help={t('vconnect:form.networksHelp')}
            value={networks.value ?? []}
            onChange={networks.onChange}
            error={networks.error}
          />
        )}
        <BackupFields
          input={input}
          backup={useField(form, 'backupInputId')}
          hold={useField(form, 'holdMs')}
          returns={useField(form, 'returns')}
          returnAfter={useField(form, 'returnAfterS')}
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
