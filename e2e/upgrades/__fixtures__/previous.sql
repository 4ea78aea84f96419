--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: mail; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA mail;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: change; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.change (
    xact xid8 NOT NULL,
    token bigint NOT NULL,
    task bigint,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: live_text; Type: TABLE; Schema: mail; Owner: -
--

CREATE UNLOGGED TABLE mail.live_text (
    task bigint NOT NULL,
    agent text NOT NULL COLLATE pg_catalog."C",
    turn bigint NOT NULL,
    attempt bigint NOT NULL,
    part bigint NOT NULL,
    kind text NOT NULL,
    text text NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: log; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.log (
    task bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    entry text NOT NULL
);


--
-- Name: mail; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.mail (
    task bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    mailbox text NOT NULL,
    tier smallint NOT NULL,
    arrival bigint NOT NULL,
    due bigint NOT NULL,
    run bigint,
    message text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: migration; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.migration (
    version integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: node; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.node (
    name text NOT NULL COLLATE pg_catalog."C",
    beat bigint NOT NULL
);


--
-- Name: once; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.once (
    task bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    head bigint NOT NULL,
    entries bigint NOT NULL
);


--
-- Name: record; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.record (
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    version bigint NOT NULL,
    value text NOT NULL
);


--
-- Name: record_version; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.record_version (
    version bigint NOT NULL
);


--
-- Name: session_version; Type: SEQUENCE; Schema: mail; Owner: -
--

CREATE SEQUENCE mail.session_version
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: session; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.session (
    role text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    long_owner text,
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    version bigint DEFAULT nextval('mail.session_version'::regclass) NOT NULL,
    agent text NOT NULL,
    title text NOT NULL,
    task_id text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    branches text NOT NULL,
    data text NOT NULL,
    unfinished smallint DEFAULT 0 NOT NULL
);


--
-- Name: task; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.task (
    id bigint NOT NULL,
    swarm text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    long_task_id text,
    status text NOT NULL COLLATE pg_catalog."C",
    run bigint NOT NULL,
    open_run bigint,
    epoch bigint NOT NULL,
    head bigint NOT NULL,
    last_order bigint NOT NULL,
    node text COLLATE pg_catalog."C",
    wake bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    data text NOT NULL
)
WITH (fillfactor='75');


--
-- Name: task_id_seq; Type: SEQUENCE; Schema: mail; Owner: -
--

ALTER TABLE mail.task ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME mail.task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: transcript; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.transcript (
    name text NOT NULL COLLATE pg_catalog."C",
    message bigint NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE pg_catalog."C",
    line text NOT NULL
);


--
-- Name: turn; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.turn (
    task bigint NOT NULL,
    agent text NOT NULL COLLATE pg_catalog."C",
    turn bigint NOT NULL,
    run bigint NOT NULL,
    done boolean NOT NULL,
    summary_through bigint,
    data text NOT NULL
);


--
-- Data for Name: change; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.change VALUES ('727', 105276737850327, 1, '2026-11-18 04:41:37.607948+00');
INSERT INTO mail.change VALUES ('728', 101943993101244, 1, '2026-11-18 04:41:37.623083+00');
INSERT INTO mail.change VALUES ('731', 88313936459645, 1, '2026-11-18 04:41:37.651121+00');
INSERT INTO mail.change VALUES ('732', 139006302061786, 1, '2026-11-18 04:41:37.663423+00');
INSERT INTO mail.change VALUES ('736', 97630056035807, 1, '2026-11-18 04:41:37.694667+00');
INSERT INTO mail.change VALUES ('738', 82326482973655, 1, '2026-11-18 04:41:37.70562+00');
INSERT INTO mail.change VALUES ('741', 70836512301509, 2, '2026-11-18 04:41:37.718502+00');
INSERT INTO mail.change VALUES ('743', 137541718530887, 2, '2026-11-18 04:41:37.724313+00');
INSERT INTO mail.change VALUES ('746', 77763526996682, NULL, '2026-11-18 04:41:37.742319+00');
INSERT INTO mail.change VALUES ('747', 15902579406784, 3, '2026-11-18 04:41:37.773904+00');
INSERT INTO mail.change VALUES ('748', 73742873599903, 3, '2026-11-18 04:41:37.840339+00');
INSERT INTO mail.change VALUES ('751', 67278822361085, 3, '2026-11-18 04:41:37.95185+00');
INSERT INTO mail.change VALUES ('753', 87439993936945, 3, '2026-11-18 04:41:38.023323+00');
INSERT INTO mail.change VALUES ('756', 98778379640754, 4, '2026-11-18 04:41:38.158438+00');
INSERT INTO mail.change VALUES ('757', 65761394749504, 4, '2026-11-18 04:41:38.183364+00');


--
-- Data for Name: live_text; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: log; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.log VALUES (1, 1, 1794976897600, '{"run":1,"type":"run-started","answerId":"4591971a-53e0-4eb2-af83-2d31351bda06","messages":["50c46a13-029a-4b87-b547-a81796714e04"]}');
INSERT INTO mail.log VALUES (1, 2, 1794976897600, '{"run":1,"type":"message","to":"clerk","message":{"id":"50c46a13-029a-4b87-b547-a81796714e04","timestamp":"2026-11-18T04:41:37.596000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp finished","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"d6628afd-07b8-41c8-96bd-dc6f2758e127"}}}');
INSERT INTO mail.log VALUES (1, 3, 1794976897617, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"99c24ca0-00e2-41af-b707-9ae67a30f8ac","tool":"stamp","kind":"action","input":{"what":"finished"}}');
INSERT INTO mail.log VALUES (1, 4, 1794976897617, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"99c24ca0-00e2-41af-b707-9ae67a30f8ac","tool":"stamp","kind":"action","input":{"what":"finished"}}');
INSERT INTO mail.log VALUES (1, 5, 1794976897647, '{"run":1,"agent":"clerk","turn":1,"type":"call-ended","callId":"99c24ca0-00e2-41af-b707-9ae67a30f8ac","tool":"stamp","kind":"action","result":{"status":"success","content":"stamped finished"}}');
INSERT INTO mail.log VALUES (1, 6, 1794976897647, '{"run":1,"agent":"clerk","turn":1,"type":"message","to":"clerk","message":{"id":"0989bfc8-5e00-4696-ad28-0d498c032682","timestamp":"2026-11-18T04:41:37.646000+00:00","msgType":"broadcast","message":{"taskId":"finished","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"4b95cc79-c500-49a9-bd9f-555e7f6c5b69"}}}');
INSERT INTO mail.log VALUES (1, 7, 1794976897660, '{"run":1,"agent":"clerk","turn":2,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":2,"attempt":1,"part":0,"kind":"answer","text":"done"}]}');
INSERT INTO mail.log VALUES (1, 8, 1794976897660, '{"run":1,"agent":"clerk","turn":2,"type":"call","callId":"e8088a3a-6e77-4e7c-8a84-30c9a50a160d","tool":"task_complete","kind":"mail","input":{"finish_message":"done"}}');
INSERT INTO mail.log VALUES (1, 9, 1794976897660, '{"run":1,"agent":"clerk","turn":2,"type":"call-ended","callId":"e8088a3a-6e77-4e7c-8a84-30c9a50a160d","tool":"task_complete","kind":"mail","input":{"finish_message":"done"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (1, 10, 1794976897660, '{"run":1,"agent":"clerk","turn":2,"type":"message","to":"all","message":{"id":"01d8a257-f2cc-4c35-87d8-7f5c0db12848","timestamp":"2026-11-18T04:41:37.658000+00:00","msgType":"broadcast_complete","message":{"taskId":"finished","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"done","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"fad2f924-8ae2-457d-8d4b-63dc773509c4"}}}');
INSERT INTO mail.log VALUES (1, 11, 1794976897660, '{"run":1,"type":"run-ended","outcome":"complete","text":"done"}');
INSERT INTO mail.log VALUES (1, 12, 1794976897692, '{"run":2,"type":"run-started","answerId":"87ea3225-0e7b-4f8b-b49c-14e2bac6bcf5","messages":["4a80f06f-1ee3-48ac-b395-08683ff35f9c"]}');
INSERT INTO mail.log VALUES (1, 13, 1794976897692, '{"run":2,"type":"message","to":"clerk","message":{"id":"4a80f06f-1ee3-48ac-b395-08683ff35f9c","timestamp":"2026-11-18T04:41:37.686000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"say hello","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"a4a68728-e264-479b-8787-7ea69ff63c94"}}}');
INSERT INTO mail.log VALUES (1, 14, 1794976897702, '{"run":2,"agent":"clerk","turn":3,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":3,"attempt":1,"part":0,"kind":"answer","text":"hello"}]}');
INSERT INTO mail.log VALUES (1, 15, 1794976897702, '{"run":2,"agent":"clerk","turn":3,"type":"call","callId":"3e094c0d-f12a-4c96-90da-ac6351d56417","tool":"task_complete","kind":"mail","input":{"finish_message":"hello"}}');
INSERT INTO mail.log VALUES (1, 16, 1794976897702, '{"run":2,"agent":"clerk","turn":3,"type":"call-ended","callId":"3e094c0d-f12a-4c96-90da-ac6351d56417","tool":"task_complete","kind":"mail","input":{"finish_message":"hello"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (1, 17, 1794976897702, '{"run":2,"agent":"clerk","turn":3,"type":"message","to":"all","message":{"id":"c9efaf3b-964a-44b0-b7a9-a3653f8333cc","timestamp":"2026-11-18T04:41:37.701000+00:00","msgType":"broadcast_complete","message":{"taskId":"finished","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"hello","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"d2d1c711-9e30-4dcc-8eba-ecf4baa54359"}}}');
INSERT INTO mail.log VALUES (1, 18, 1794976897702, '{"run":2,"type":"run-ended","outcome":"complete","text":"hello"}');
INSERT INTO mail.log VALUES (2, 1, 1794976897714, '{"run":1,"type":"run-started","answerId":"22eadbc3-c5d1-4d05-af09-9b27399729e6","messages":["01fb2845-672d-48ea-86b6-804e041b4ac3"]}');
INSERT INTO mail.log VALUES (2, 2, 1794976897714, '{"run":1,"type":"message","to":"clerk","message":{"id":"01fb2845-672d-48ea-86b6-804e041b4ac3","timestamp":"2026-11-18T04:41:37.713000+00:00","msgType":"request","message":{"taskId":"asks","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"ask you","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"3ed0b4fd-1248-4686-8618-ec6223024694"}}}');
INSERT INTO mail.log VALUES (2, 3, 1794976897721, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"ff1e80e1-44e7-4e9e-9735-2c5049437c9f","tool":"ask_human","kind":"breakpoint","input":{"what":"you"}}');
INSERT INTO mail.log VALUES (2, 4, 1794976897721, '{"run":1,"agent":"clerk","turn":1,"type":"paused","calls":[{"callId":"ff1e80e1-44e7-4e9e-9735-2c5049437c9f","tool":"ask_human","input":{"what":"you"}}]}');
INSERT INTO mail.log VALUES (3, 1, 1794976897753, '{"run":1,"type":"run-started","answerId":"9942cd79-109b-42cb-9516-9066e47bd08e","messages":["3d94bd02-b64d-4112-a190-7c5bd4cd9b1f"]}');
INSERT INTO mail.log VALUES (3, 2, 1794976897753, '{"run":1,"type":"message","to":"clerk","message":{"id":"3d94bd02-b64d-4112-a190-7c5bd4cd9b1f","timestamp":"2026-11-18T04:41:37.744000+00:00","msgType":"request","message":{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp chat","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{"chat":{"messageId":"question"}},"requestId":"6e812b6a-8310-4773-b060-7612d607d462"}}}');
INSERT INTO mail.log VALUES (3, 3, 1794976897780, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"9b9ba2dd-a0d0-459b-97cd-e38b0f1439a3","tool":"stamp","kind":"action","input":{"what":"chat"}}');
INSERT INTO mail.log VALUES (3, 4, 1794976897780, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"9b9ba2dd-a0d0-459b-97cd-e38b0f1439a3","tool":"stamp","kind":"action","input":{"what":"chat"}}');
INSERT INTO mail.log VALUES (3, 5, 1794976897948, '{"run":1,"agent":"clerk","turn":1,"type":"call-ended","callId":"9b9ba2dd-a0d0-459b-97cd-e38b0f1439a3","tool":"stamp","kind":"action","result":{"status":"success","content":"stamped chat"}}');
INSERT INTO mail.log VALUES (3, 6, 1794976897948, '{"run":1,"agent":"clerk","turn":1,"type":"message","to":"clerk","message":{"id":"869e4b3d-44c5-47ce-aa84-ce355548ed6c","timestamp":"2026-11-18T04:41:37.893000+00:00","msgType":"broadcast","message":{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"d70d19ba-9c82-42b4-bb57-ec4c7712534f"}}}');
INSERT INTO mail.log VALUES (3, 7, 1794976898008, '{"run":1,"agent":"clerk","turn":2,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":2,"attempt":1,"part":0,"kind":"answer","text":"done"}]}');
INSERT INTO mail.log VALUES (3, 8, 1794976898008, '{"run":1,"agent":"clerk","turn":2,"type":"call","callId":"43991e1b-c10f-4585-a3bb-54764872b9b9","tool":"task_complete","kind":"mail","input":{"finish_message":"done"}}');
INSERT INTO mail.log VALUES (3, 9, 1794976898008, '{"run":1,"agent":"clerk","turn":2,"type":"call-ended","callId":"43991e1b-c10f-4585-a3bb-54764872b9b9","tool":"task_complete","kind":"mail","input":{"finish_message":"done"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (3, 10, 1794976898008, '{"run":1,"agent":"clerk","turn":2,"type":"message","to":"all","message":{"id":"4dc4eda3-002d-43cc-985c-3982184eb236","timestamp":"2026-11-18T04:41:37.965000+00:00","msgType":"broadcast_complete","message":{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"done","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"acdfd2bc-28a4-4db6-9d7f-876a2391be04"}}}');
INSERT INTO mail.log VALUES (3, 11, 1794976898008, '{"run":1,"type":"run-ended","outcome":"complete","text":"done"}');
INSERT INTO mail.log VALUES (4, 1, 1794976898144, '{"run":1,"type":"run-started","answerId":"8554ba3e-02fc-4166-9d8a-6c11c3bc1f67","messages":["25facdfc-668d-4e07-9519-ab0dc5783962"]}');
INSERT INTO mail.log VALUES (4, 2, 1794976898144, '{"run":1,"type":"message","to":"clerk","message":{"id":"25facdfc-668d-4e07-9519-ab0dc5783962","timestamp":"2026-11-18T04:41:38.108000+00:00","msgType":"request","message":{"taskId":"hangs","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"hang hangs","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"d828cef1-425c-4f02-a886-771c61488f37"}}}');
INSERT INTO mail.log VALUES (4, 3, 1794976898173, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"55e75ff8-1a0d-4f7c-8b68-5c894dc4b2b3","tool":"stamp","kind":"action","input":{"what":"hangs","forever":"yes"}}');
INSERT INTO mail.log VALUES (4, 4, 1794976898173, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"55e75ff8-1a0d-4f7c-8b68-5c894dc4b2b3","tool":"stamp","kind":"action","input":{"what":"hangs","forever":"yes"}}');


--
-- Data for Name: mail; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: migration; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.migration VALUES (4, '2026-11-18 04:41:37.339393+00');


--
-- Data for Name: node; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.node VALUES ('vm/14318/6db47c1f-d7fa-4f49-9f5f-df26236b71d5', 1794976898144);


--
-- Data for Name: once; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.once VALUES (3, 'chat:question', 0, 2);


--
-- Data for Name: record; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: record_version; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.record_version VALUES (0);


--
-- Data for Name: session; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.session VALUES ('user', 'ada', NULL, 'chat', NULL, 1, 'desk', 'stamp chat', '58f0400c-4c0f-4a8b-8056-0a3872683be0', 1794976897742, 1794976897742, '[{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0"}]', '{}', 0);


--
-- Data for Name: task; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (1, 'desk', 'user', 'ada', 'finished', NULL, 'complete', 2, NULL, 4, 18, 3, NULL, NULL, 1794976897600, 1794976897702, '{"lastTurn":3,"agents":["clerk"]}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (2, 'desk', 'user', 'ada', 'asks', NULL, 'paused', 1, 1, 1, 4, 1, NULL, NULL, 1794976897714, 1794976897721, '{"current":{"run":1,"entrypoint":"clerk","startedAt":1794976897713,"startSeq":0}}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (3, 'desk', 'user', 'ada', '58f0400c-4c0f-4a8b-8056-0a3872683be0', NULL, 'complete', 1, NULL, 2, 11, 2, NULL, NULL, 1794976897753, 1794976898008, '{"lastTurn":2,"agents":["clerk"]}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (4, 'desk', 'user', 'ada', 'hangs', NULL, 'running', 1, 1, 1, 4, 1, 'vm/14318/6db47c1f-d7fa-4f49-9f5f-df26236b71d5', 0, 1794976898144, 1794976898173, '{"current":{"run":1,"entrypoint":"clerk","startedAt":1794976898141,"startSeq":0}}');


--
-- Data for Name: transcript; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: turn; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.turn VALUES (1, 'clerk', 1, 1, true, NULL, '{"format":1,"inputs":[{"id":"50c46a13-029a-4b87-b547-a81796714e04","timestamp":"2026-11-18T04:41:37.596000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp finished","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"d6628afd-07b8-41c8-96bd-dc6f2758e127"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"99c24ca0-00e2-41af-b707-9ae67a30f8ac","toolName":"stamp","input":{"what":"finished"}}]}],"calls":[{"callId":"99c24ca0-00e2-41af-b707-9ae67a30f8ac","tool":"stamp","input":{"what":"finished"},"kind":"action","started":true,"result":{"status":"success","content":"stamped finished"}}],"text":""}');
INSERT INTO mail.turn VALUES (1, 'clerk', 2, 1, true, NULL, '{"format":1,"inputs":[{"id":"0989bfc8-5e00-4696-ad28-0d498c032682","timestamp":"2026-11-18T04:41:37.646000+00:00","msgType":"broadcast","message":{"taskId":"finished","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"4b95cc79-c500-49a9-bd9f-555e7f6c5b69"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"e8088a3a-6e77-4e7c-8a84-30c9a50a160d","toolName":"task_complete","input":{"finish_message":"done"}}]}],"calls":[{"callId":"e8088a3a-6e77-4e7c-8a84-30c9a50a160d","tool":"task_complete","input":{"finish_message":"done"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (1, 'clerk', 3, 2, true, NULL, '{"format":1,"inputs":[{"id":"4a80f06f-1ee3-48ac-b395-08683ff35f9c","timestamp":"2026-11-18T04:41:37.686000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"say hello","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"a4a68728-e264-479b-8787-7ea69ff63c94"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"3e094c0d-f12a-4c96-90da-ac6351d56417","toolName":"task_complete","input":{"finish_message":"hello"}}]}],"calls":[{"callId":"3e094c0d-f12a-4c96-90da-ac6351d56417","tool":"task_complete","input":{"finish_message":"hello"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (2, 'clerk', 1, 1, false, NULL, '{"format":1,"inputs":[{"id":"01fb2845-672d-48ea-86b6-804e041b4ac3","timestamp":"2026-11-18T04:41:37.713000+00:00","msgType":"request","message":{"taskId":"asks","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"ask you","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"3ed0b4fd-1248-4686-8618-ec6223024694"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"ff1e80e1-44e7-4e9e-9735-2c5049437c9f","toolName":"ask_human","input":{"what":"you"}}]}],"calls":[{"callId":"ff1e80e1-44e7-4e9e-9735-2c5049437c9f","tool":"ask_human","input":{"what":"you"},"kind":"breakpoint"}],"text":""}');
INSERT INTO mail.turn VALUES (3, 'clerk', 1, 1, true, NULL, '{"format":1,"inputs":[{"id":"3d94bd02-b64d-4112-a190-7c5bd4cd9b1f","timestamp":"2026-11-18T04:41:37.744000+00:00","msgType":"request","message":{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp chat","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{"chat":{"messageId":"question"}},"requestId":"6e812b6a-8310-4773-b060-7612d607d462"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"9b9ba2dd-a0d0-459b-97cd-e38b0f1439a3","toolName":"stamp","input":{"what":"chat"}}]}],"calls":[{"callId":"9b9ba2dd-a0d0-459b-97cd-e38b0f1439a3","tool":"stamp","input":{"what":"chat"},"kind":"action","started":true,"result":{"status":"success","content":"stamped chat"}}],"text":""}');
INSERT INTO mail.turn VALUES (3, 'clerk', 2, 1, true, NULL, '{"format":1,"inputs":[{"id":"869e4b3d-44c5-47ce-aa84-ce355548ed6c","timestamp":"2026-11-18T04:41:37.893000+00:00","msgType":"broadcast","message":{"taskId":"58f0400c-4c0f-4a8b-8056-0a3872683be0","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"d70d19ba-9c82-42b4-bb57-ec4c7712534f"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"43991e1b-c10f-4585-a3bb-54764872b9b9","toolName":"task_complete","input":{"finish_message":"done"}}]}],"calls":[{"callId":"43991e1b-c10f-4585-a3bb-54764872b9b9","tool":"task_complete","input":{"finish_message":"done"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (4, 'clerk', 1, 1, false, NULL, '{"format":1,"inputs":[{"id":"25facdfc-668d-4e07-9519-ab0dc5783962","timestamp":"2026-11-18T04:41:38.108000+00:00","msgType":"request","message":{"taskId":"hangs","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"hang hangs","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"d828cef1-425c-4f02-a886-771c61488f37"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"55e75ff8-1a0d-4f7c-8b68-5c894dc4b2b3","toolName":"stamp","input":{"what":"hangs","forever":"yes"}}]}],"calls":[{"callId":"55e75ff8-1a0d-4f7c-8b68-5c894dc4b2b3","tool":"stamp","input":{"what":"hangs","forever":"yes"},"kind":"action","started":true}],"text":""}');


--
-- Name: session_version; Type: SEQUENCE SET; Schema: mail; Owner: -
--

SELECT pg_catalog.setval('mail.session_version', 1, true);


--
-- Name: task_id_seq; Type: SEQUENCE SET; Schema: mail; Owner: -
--

SELECT pg_catalog.setval('mail.task_id_seq', 4, true);


--
-- Name: live_text live_text_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.live_text
    ADD CONSTRAINT live_text_pkey PRIMARY KEY (task, agent, turn, attempt, part);


--
-- Name: log log_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (task, seq);


--
-- Name: mail mail_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (task, id);


--
-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);


--
-- Name: node node_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (name);


--
-- Name: once once_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.once
    ADD CONSTRAINT once_pkey PRIMARY KEY (task, name);


--
-- Name: record record_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (kind, id);


--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (role, owner, id);


--
-- Name: task task_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);


--
-- Name: task task_swarm_role_owner_task_id_key; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.task
    ADD CONSTRAINT task_swarm_role_owner_task_id_key UNIQUE (swarm, role, owner, task_id);


--
-- Name: transcript transcript_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.transcript
    ADD CONSTRAINT transcript_pkey PRIMARY KEY (name, message, seq);


--
-- Name: turn turn_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (task, agent, turn);


--
-- Name: change_xact; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX change_xact ON mail.change USING btree (xact);


--
-- Name: session_list; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX session_list ON mail.session USING btree (role, owner, version);


--
-- Name: session_unfinished; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX session_unfinished ON mail.session USING btree (version) WHERE (unfinished = 1);


--
-- Name: task_claimable; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_claimable ON mail.task USING btree (swarm, wake) WHERE ((node IS NULL) AND (wake IS NOT NULL));


--
-- Name: task_list; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_list ON mail.task USING btree (swarm, role, owner, id);


--
-- Name: task_owned; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_owned ON mail.task USING btree (node) WHERE (node IS NOT NULL);


--
-- Name: transcript_id; Type: INDEX; Schema: mail; Owner: -
--

CREATE UNIQUE INDEX transcript_id ON mail.transcript USING btree (name, id) WHERE (id IS NOT NULL);


--
-- Name: turn_open; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX turn_open ON mail.turn USING btree (task) WHERE (NOT done);


--
-- Name: turn_summary; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX turn_summary ON mail.turn USING btree (task, agent, turn) WHERE (summary_through IS NOT NULL);


--
-- PostgreSQL database dump complete
--


