/** Where certificates are kept between runs. Keys are file names: letters, digits, "-" and ".". What it returns is checked, not trusted. */
export interface CertificateCache {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, certificate: string) => Promise<void>;
}
