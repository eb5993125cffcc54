/** The part of sherpa-onnx-node that Kinora uses, which comes without types. */
declare module 'sherpa-onnx-node' {
  interface VadOptions {
    readonly sileroVad: {
      readonly model: string
      readonly threshold: number
      readonly minSpeechDuration: number
      readonly minSilenceDuration: number
      readonly maxSpeechDuration: number
      readonly windowSize: number
    }
    readonly sampleRate: number
    readonly numThreads: number
    readonly provider: 'cpu'
    readonly debug: 0 | 1
  }
  class Vad {
    constructor(options: VadOptions, bufferS: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    /** @param external whether the samples stay in native memory */
    front(external: boolean): { readonly start: number; readonly samples: Float32Array }
    pop(): void
    flush(): void
  }
  /** A kind of model with its files. */
  export type OfflineModelConfig = Readonly<Record<string, Readonly<Record<string, string | number>>>>
  interface OfflineResult {
    readonly text: string
    readonly tokens: string[]
    readonly timestamps: number[]
    readonly segment_texts?: string[]
    readonly segment_timestamps?: number[]
    readonly segment_durations?: number[]
  }
  interface OfflineStream {
    acceptWaveform(wave: { readonly sampleRate: number; readonly samples: Float32Array }): void
  }
  export class OfflineRecognizer {
    static createAsync(options: { readonly modelConfig: object }): Promise<OfflineRecognizer>
    createStream(): OfflineStream
    decodeAsync(stream: OfflineStream): Promise<OfflineResult>
  }
  const sherpa: { readonly Vad: typeof Vad; readonly OfflineRecognizer: typeof OfflineRecognizer }
  export default sherpa
}
