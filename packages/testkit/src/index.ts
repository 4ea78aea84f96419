export * from './conformance/index.ts';
export * from './plain-peer/index.ts';
export { selfSignedCertificate } from './http/self-signed-certificate.ts';
export * from './scripted-llm.ts';
export * from '@posthouse/runtime/scripted';
