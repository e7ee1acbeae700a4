/** What of WebAssembly is used here; its own types come with those of browsers, which the service does without. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<object>
}
