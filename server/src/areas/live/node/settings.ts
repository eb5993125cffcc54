import * as z from 'zod'
import { addresses, count, defineSettings, isLoopback, port } from '../../../platform/settings.ts'

export const nodeSettings = defineSettings(
  {
    RTMP_PORT: port.default(1935).describe('TCP port for live streams by RTMP; 0 selects a free port'),
    RTMPS_PORT: port
      .optional()
      .describe('TCP port for live streams by RTMPS, which needs TLS_CERT and TLS_KEY; off if unset'),
    TLS_CERT: z.string().min(1).optional().describe('File with the certificate chain for RTMPS, as PEM'),
    TLS_KEY: z.string().min(1).optional().describe('File with the private key of the certificate, as PEM'),
    SRT_PORT: port.default(8890).describe('UDP port for live streams by SRT; 0 selects a free port'),
    WEBRTC_PORT: port
      .default(8189)
      .describe('UDP port for live streams by WebRTC (WHIP and WHEP); 0 selects a free port'),
    WEBRTC_HOST: addresses
      .default([])
      .describe(
        'Public IP addresses of this machine that browsers send WebRTC to, separated by commas; those of its network interfaces if unset',
      ),
    WEBRTC_VIEWERS: count
      .max(10_000)
      .default(200)
      .describe('Maximum viewers by WebRTC of a live node; further viewers get HLS'),
    LIVE_STREAMS_PER_ENVIRONMENT: count
      .max(10_000)
      .optional()
      .describe(
        'Maximum live streams of one environment that run on a live node at once; four for each processor core if unset',
      ),
    LIVE_STANDBY: z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'Keeps a second live node ready, which takes over at once if the first one ends; without it, streams wait some seconds for a new one',
      ),
    LIVE_MAX_KBPS: count
      .max(1_000_000)
      .default(60_000)
      .describe(
        'Maximum bitrate of an encoder over 5 seconds, in kbit/s; beyond it, the encoder is disconnected',
      ),
    LIVE_NODE_HOST: z
      .string()
      .min(1)
      .refine((host) => host !== '0.0.0.0' && host !== '::', 'needs an address that others can connect to')
      .default('127.0.0.1')
      .describe(
        'Address of this machine at which other processes get live streams from its live node, and previews of V-Connect; set it if web or delivery runs on other machines, with FEED_TLS_CERT',
      ),
    FEED_TLS_CERT: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the certificate of LIVE_NODE_HOST, as PEM: delivery processes then get live streams by TLS',
      ),
    FEED_TLS_KEY: z.string().min(1).optional().describe('File with the private key of FEED_TLS_CERT, as PEM'),
    FEED_TLS_CA: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the certificates that those of live nodes are checked against, as PEM; FEED_TLS_CERT itself if unset',
      ),
  },
  { RTMPS_PORT: ['TLS_CERT', 'TLS_KEY'], FEED_TLS_CERT: ['FEED_TLS_KEY'] },
  [
    {
      name: 'LIVE_NODE_HOST',
      isPlain: ({ LIVE_NODE_HOST: host, FEED_TLS_CERT }) =>
        FEED_TLS_CERT === undefined && !isLoopback(String(host)),
      advice: 'set FEED_TLS_CERT and FEED_TLS_KEY',
    },
  ],
)
