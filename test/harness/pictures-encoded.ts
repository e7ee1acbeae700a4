/** Pictures as an encoder writes them with settings of its own. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const wasm = {
  'image/jpeg': '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  'image/webp': '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
} as const

/** @param settings of the codec, besides its own */
export async function encodeAs(
  type: keyof typeof wasm,
  width: number,
  height: number,
  settings: object,
): Promise<Buffer> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < data.length; at += 4) {
    data[at] = at >> 12
    data[at + 1] = at >> 14
  }
  const codec =
    type === 'image/jpeg' ? await import('@jsquash/jpeg/encode.js') : await import('@jsquash/webp/encode.js')
  await codec.init((await WebAssembly.compile(await readFile(resolve(wasm[type])))) as never)
  return Buffer.from(await codec.default({ data, width, height } as never, { quality: 60, ...settings } as never))
}
