import type { VconnectDestination } from '@kinora/contract'
import { createVconnectDestinationBody, isDatagram } from '@kinora/contract/vconnect/destinations'
import { type FecMode, vconnectLimits } from '@kinora/contract/vconnect/values'
import { Suspense, useId } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { StreamSelect } from '../../live'
import { type DestinationBody, useSaveDestination } from '../queries'
import { NumberField, SecretField, SecretFields } from './end-fields'
import { FecField, FecMatrix } from './fec-fields'

interface DestinationFormProps {
  /** Null for a new one. */
  readonly destination: VconnectDestination | null
  readonly onClose: () => void
}

type Way =
  | 'destinationCaller'
  | 'destinationListener'
  | 'destinationRendezvous'
  | 'destinationUdp'
  | 'destinationRtp'
  | 'destinationRtmp'
  | 'destinationHls'
  | 'destinationS3'
  | 'destinationLivestream'

const ways = {
  destinationCaller: { kind: 'srt', mode: 'caller' },
  destinationListener: { kind: 'srt', mode: 'listener' },
  destinationRendezvous: { kind: 'srt', mode: 'rendezvous' },
  destinationUdp: { kind: 'udp', mode: 'caller' },
  destinationRtp: { kind: 'rtp', mode: 'caller' },
  destinationRtmp: { kind: 'rtmp', mode: 'caller' },
  destinationHls: { kind: 'hls', mode: 'caller' },
  destinationS3: { kind: 's3', mode: 'caller' },
  destinationLivestream: { kind: 'livestream', mode: 'caller' },
} as const satisfies Record<Way, unknown>

const placeholders: Readonly<Partial<Record<Way, string>>> = {
  destinationCaller: 'srt://host:9000',
  destinationRendezvous: 'srt://host:9000',
  destinationUdp: 'udp://239.0.0.1:5000',
  destinationRtp: 'rtp://239.0.0.1:5000',
  destinationRtmp: 'rtmps://host/app',
  destinationHls: 'https://host/live/',
  destinationS3: 'https://s3.eu-west-1.amazonaws.com/bucket/live/',
}

const credentialsHelps = {
  destinationHls: 'vconnect:form.credentialsHelp',
  destinationS3: 'vconnect:form.bucketKeyHelp',
} as const

const srtWays = {
  listener: 'destinationListener',
  caller: 'destinationCaller',
  rendezvous: 'destinationRendezvous',
} as const

const kindWays = {
  udp: 'destinationUdp',
  rtp: 'destinationRtp',
  rtmp: 'destinationRtmp',
  hls: 'destinationHls',
  s3: 'destinationS3',
  livestream: 'destinationLivestream',
} as const

function wayOf(kind: VconnectDestination['kind'], mode: VconnectDestination['mode']): Way {
  return kind === 'srt' ? srtWays[mode] : kindWays[kind]
}

/** Creates or edits a destination. */
export function DestinationForm({ destination, onClose }: DestinationFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSaveDestination(destination)
  const isWaiting = destination?.mode === 'listener'
  const form = useSchemaForm(createVconnectDestinationBody, {
    name: destination?.name ?? '',
    kind: destination?.kind ?? 'srt',
    mode: destination?.mode ?? 'caller',
    address: destination === null ? '' : destination.address === '' || isWaiting ? null : destination.address,
    livestreamId: destination?.livestream?.id ?? null,
    latencyMs: destination?.latencyMs ?? vconnectLimits.latencyMs,
    fec: destination?.fec ?? 'none',
    fecColumns: destination?.fecColumns ?? vconnectLimits.fecColumns,
    fecRows: destination?.fecRows ?? vconnectLimits.fecRows,
    maxCallers: destination?.maxCallers ?? vconnectLimits.callers,
  })
  const kind = useField(form, 'kind')
  const mode = useField(form, 'mode')
  const address = useField(form, 'address')
  const { inputRef: _, onBlur: __, name: ___, ...stream } = useField(form, 'livestreamId')
  const passphrase = useField(form, 'passphrase')
  const streamId = useField(form, 'streamId')
  const latency = useField(form, 'latencyMs')
  const fec = useField(form, 'fec')
  const columns = useField(form, 'fecColumns')
  const rows = useField(form, 'fecRows')
  const maxCallers = useField(form, 'maxCallers')
  const name = useField(form, 'name')
  const way = wayOf(kind.value, mode.value ?? 'caller')
  /** Fields that nobody sees never stop the form. */
  const changeFec = (chosen: FecMode) => {
    fec.onChange(chosen)
    if (chosen !== 'none') return
    columns.onChange(vconnectLimits.fecColumns)
    rows.onChange(vconnectLimits.fecRows)
  }
  const placeholder = placeholders[way]
  const send = form.handleSubmit((body) =>
    save.mutate(body as DestinationBody, {
      onSuccess: (saved) => {
        toast({ text: t('vconnect:form.saved', { name: isolate(saved.name) }), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (
          error instanceof Problem &&
          showFieldProblems(form, error, ['name', 'address', 'livestreamId', 'fec', 'fecRows'])
        )
          save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`vconnect:form.${destination === null ? 'newDestination' : 'editDestination'}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('vconnect:form.cancel')}
      submit={{
        form: formId,
        label: t(`vconnect:form.${destination === null ? 'createDestination' : 'save'}`),
      }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...name} autoFocus label={t('vconnect:form.name')} />
        {destination === null && (
          <Select
            label={t('vconnect:form.way')}
            value={way}
            onChange={(chosen) => {
              kind.onChange(ways[chosen].kind)
              mode.onChange(ways[chosen].mode)
              address.onChange(chosen in placeholders ? '' : null)
              stream.onChange(null)
              changeFec(chosen === 'destinationRtp' ? 'columns' : 'none')
              latency.onChange(vconnectLimits.latencyMs)
              maxCallers.onChange(vconnectLimits.callers)
            }}
            options={(Object.keys(ways) as Way[]).map((id) => ({ id, label: t(`vconnect:form.ways.${id}`) }))}
            {...(way === 'destinationListener' && { help: t('vconnect:form.port') })}
            {...(way === 'destinationRendezvous' && { help: t('vconnect:form.rendezvousHelp') })}
          />
        )}
        {way === 'destinationLivestream' && destination === null && (
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
            {...(way === 'destinationRtmp' && { help: t('vconnect:form.rtmpHelp') })}
            {...(way === 'destinationHls' && { help: t('vconnect:form.hlsHelp') })}
            {...(way === 'destinationS3' && { help: t('vconnect:form.s3Help') })}
            value={address.value ?? ''}
          />
        )}
        {way === 'destinationRtp' && <FecField fec={{ ...fec, onChange: changeFec }} />}
        {fec.value !== 'none' && <FecMatrix columns={columns} rows={rows} />}
        {way === 'destinationRtmp' && (
          <SecretField
            field={streamId}
            label={t('vconnect:form.streamKey')}
            help={t(destination?.hasStreamId ? 'vconnect:form.kept' : 'vconnect:form.streamKeyHelp')}
            remove={destination?.hasStreamId ? t('vconnect:form.removeStreamKey') : null}
          />
        )}
        {(way === 'destinationHls' || way === 'destinationS3') && (
          <SecretField
            field={streamId}
            label={t('vconnect:form.credentials')}
            help={t(destination?.hasStreamId ? 'vconnect:form.kept' : credentialsHelps[way])}
            remove={destination?.hasStreamId ? t('vconnect:form.removeCredentials') : null}
          />
        )}
        {kind.value === 'srt' && (
          <SecretFields passphrase={passphrase} streamId={streamId} known={destination} mode={mode.value} />
        )}
        {(kind.value === 'srt' || isDatagram(kind.value)) && (
          <NumberField
            field={latency}
            label={t('vconnect:form.latency')}
            help={t(`vconnect:form.${kind.value === 'srt' ? 'latencyHelp' : 'paceHelp'}`)}
          />
        )}
        {way === 'destinationListener' && (
          <NumberField field={maxCallers} label={t('vconnect:form.maxCallers')} />
        )}
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
