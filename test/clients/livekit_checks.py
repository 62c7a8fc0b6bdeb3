"""LiveKit Agents with its Rime, OpenAI, Deepgram, ElevenLabs and Cartesia plugins, as an agent session drives them."""

import asyncio
from collections.abc import Callable

import aiohttp
import checks
import livekit_agent
import livekit_heard
from livekit.agents import APIConnectOptions, APIStatusError, APIError, tts
from livekit.agents.types import USERDATA_TIMED_TRANSCRIPT
from livekit.agents.utils import http_context
from livekit.plugins import cartesia, deepgram, elevenlabs, openai, rime

Open = Callable[[str], tts.TTS]
"""Makes a client with a key."""

ONE_TRY = APIConnectOptions(max_retry=0)


class Speech:
    """What a client passed on of a turn."""

    def __init__(self) -> None:
        self.samples = b""
        self.seconds = 0.0
        self.words: list[checks.Word] = []

    def add(self, audio: tts.SynthesizedAudio) -> None:
        self.samples += bytes(audio.frame.data)
        self.seconds += audio.frame.duration
        self.words += [(str(word), word.start_time) for word in audio.frame.userdata.get(USERDATA_TIMED_TRANSCRIPT, [])]


async def speak(client: tts.TTS, pieces: list[str], pause_s: float = 0) -> Speech:
    """One turn; the language model stalls before the last piece."""
    speech = Speech()
    if not client.capabilities.streaming:
        async with client.synthesize("".join(pieces), conn_options=ONE_TRY) as stream:
            async for audio in stream:
                speech.add(audio)
        return speech
    async with client.stream(conn_options=ONE_TRY) as stream:

        async def write() -> None:
            for index, piece in enumerate(pieces):
                if index == len(pieces) - 1:
                    await asyncio.sleep(pause_s)
                # As language models write: a few characters at a time.
                for start in range(0, len(piece), 6):
                    stream.push_text(piece[start : start + 6])
            stream.end_input()

        writing = asyncio.create_task(write())
        async for audio in stream:
            speech.add(audio)
        await writing
    return speech


async def interrupt(client: tts.TTS) -> None:
    """Leaves a turn at its first audio."""
    if not client.capabilities.streaming:
        async with client.synthesize(checks.INTERRUPTED, conn_options=ONE_TRY) as stream:
            await anext(stream)
        return
    async with client.stream(conn_options=ONE_TRY) as stream:
        stream.push_text(checks.INTERRUPTED)
        stream.flush()
        await anext(stream)


def checks_of(name: str, package: str, open_client: Open, *, has_words: bool = False, has_pause: bool = True):
    def with_client(check, key: str = checks.KEY):
        async def run() -> None:
            client = open_client(key)
            try:
                await check(client)
            finally:
                await client.aclose()

        return run

    async def turns(client: tts.TTS) -> None:
        for text in checks.TURNS:
            checks.check_seconds((await speak(client, [text])).seconds, text)

    async def pause(client: tts.TTS) -> None:
        speech = await speak(client, [checks.BEFORE_PAUSE, checks.AFTER_PAUSE], checks.PAUSE_S)
        checks.check_seconds(speech.seconds, checks.BEFORE_PAUSE + checks.AFTER_PAUSE)

    async def barge_in(client: tts.TTS) -> None:
        undisturbed = await speak(client, [checks.TURNS[1]])
        for _ in range(3):
            await interrupt(client)
            checks.check_undisturbed((await speak(client, [checks.TURNS[1]])).seconds, undisturbed.seconds)

    async def long_text(client: tts.TTS) -> None:
        checks.check_seconds((await speak(client, [checks.LONG])).seconds, checks.LONG)

    async def word_times(client: tts.TTS) -> None:
        text = " ".join(checks.TURNS)
        speech = await speak(client, [text])
        checks.check_words(speech.words, text, speech.seconds)

    async def wrong_key(client: tts.TTS) -> None:
        try:
            await speak(client, ["Hello."])
        except APIError as error:
            assert isinstance(error, APIStatusError) and error.status_code == 401, repr(error)
            return
        raise AssertionError("the wrong key was accepted")

    yield name, package, "turns", with_client(turns)
    if has_pause and open_client(checks.KEY).capabilities.streaming:
        yield name, package, "pause", with_client(pause)
    yield name, package, "barge-in", with_client(barge_in)
    yield name, package, "long text", with_client(long_text)
    if has_words:
        yield name, package, "word times", with_client(word_times)
    yield name, package, "wrong key", with_client(wrong_key, checks.WRONG_KEY)


async def heard_text() -> None:
    for played_s in checks.PLAYED_S:
        *_, reply = await livekit_heard.interrupted_reply(checks.URL, checks.KEY, checks.REPLY, played_s)
        checks.check_heard(reply.text_content or "", played_s)


async def example() -> None:
    async with http_context.open(), livekit_agent.open_tts() as client:
        checks.check_seconds((await speak(client, [livekit_agent.GREETING])).seconds, livekit_agent.GREETING)


async def main() -> None:
    async with aiohttp.ClientSession() as session:

        def rime_v1(protocol: str) -> Open:
            url = f"{checks.SOCKET_URL}/coda/ws"
            return lambda key: rime.TTS(
                websocket_url=url, websocket_protocol=protocol, model="coda", speaker="luna", api_key=key, http_session=session
            )

        def rime_legacy(base_url: str) -> Open:
            return lambda key: rime.TTS(
                base_url=base_url, model="coda", speaker="luna", api_key=key, http_session=session
            )

        def openai_tts(model: str) -> Open:
            return lambda key: openai.TTS(base_url=f"{checks.URL}/v1", model=model, voice="ash", api_key=key)

        def deepgram_tts(key: str) -> tts.TTS:
            return deepgram.TTS(base_url=f"{checks.URL}/v1/speak", api_key=key, http_session=session)

        def deepgram_flux(key: str) -> tts.TTS:
            return deepgram.TTSv2(base_url=f"{checks.URL}/v2/speak", api_key=key, http_session=session)

        def elevenlabs_tts(key: str) -> tts.TTS:
            return elevenlabs.TTS(voice_id="luna", base_url=f"{checks.URL}/v1", api_key=key, http_session=session)

        def cartesia_tts(key: str) -> tts.TTS:
            return cartesia.TTS(voice="luna", base_url=checks.URL, api_key=key, http_session=session)

        await checks.run(
            [
                *checks_of("LiveKit Python, Rime v1 binary", "livekit-plugins-rime", rime_v1("binary")),
                ("LiveKit Python, Rime v1 binary", "livekit-plugins-rime", "example", example),
                *checks_of("LiveKit Python, Rime v1 JSON", "livekit-plugins-rime", rime_v1("json")),
                *checks_of("LiveKit Python, Rime ws3", "livekit-plugins-rime", rime_legacy(f"{checks.SOCKET_URL}/turn-times"), has_words=True),
                *checks_of("LiveKit Python, Rime HTTP", "livekit-plugins-rime", rime_legacy(f"{checks.URL}/v1/rime-tts")),
                *checks_of("LiveKit Python, OpenAI audio", "livekit-plugins-openai", openai_tts("tts-1")),
                *checks_of("LiveKit Python, OpenAI sse", "livekit-plugins-openai", openai_tts("gpt-4o-mini-tts")),
                *checks_of("LiveKit Python, Deepgram WebSocket", "livekit-plugins-deepgram", deepgram_tts),
                # TTSv2 gives up after 10 s without a frame, whatever the server does.
                *checks_of("LiveKit Python, Deepgram Flux", "livekit-plugins-deepgram", deepgram_flux, has_pause=False),
                ("LiveKit Python, Deepgram Flux", "livekit-plugins-deepgram", "heard text", heard_text),
                *checks_of("LiveKit Python, ElevenLabs WebSocket", "livekit-plugins-elevenlabs", elevenlabs_tts, has_words=True),
                *checks_of("LiveKit Python, Cartesia WebSocket", "livekit-plugins-cartesia", cartesia_tts, has_words=True),
            ]
        )


asyncio.run(main())
