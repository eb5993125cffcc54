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
  const sherpa: { readonly Vad: typeof Vad }
  export default sherpa
}
