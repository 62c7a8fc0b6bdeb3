"""Pipecat's Rime, OpenAI, Deepgram, ElevenLabs and Cartesia services in a pipeline that plays what it receives at once."""

import asyncio
from collections.abc import Callable

import aiohttp
import checks
import pipecat_agent
import pipecat_heard
from loguru import logger
from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    ErrorFrame,
    Frame,
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.cartesia.tts import CartesiaHttpTTSService, CartesiaTTSService
from pipecat.services.deepgram.flux.tts import DeepgramFluxTTSService
from pipecat.services.deepgram.tts import DeepgramHttpTTSService, DeepgramTTSService
from pipecat.services.elevenlabs.tts import ElevenLabsHttpTTSService, ElevenLabsTTSService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.services.rime.tts import RimeHttpTTSService, RimeTTSService
from pipecat.services.rime.tts_v1 import RimeV1TTSService
from pipecat.services.tts_service import TTSService
from pipecat.workers.runner import WorkerRunner

SAMPLE_RATE = 24000

Open = Callable[[str], TTSService]
"""Makes a service with a key."""


class Speaker(FrameProcessor):
    """The end of the pipeline: it keeps the audio and the words of the current turn."""

    def __init__(self) -> None:
        super().__init__()
        self.begin()

    def begin(self) -> None:
        self.samples = b""
        self.words: list[tuple[str, int]] = []
        self.has_begun = asyncio.Event()
        self.has_ended = asyncio.Event()
        self.was_interrupted = asyncio.Event()

    @property
    def seconds(self) -> float:
        return len(self.samples) / 2 / SAMPLE_RATE

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSAudioRawFrame):
            if not self.has_begun.is_set():
                await self.push_frame(BotStartedSpeakingFrame(), FrameDirection.UPSTREAM)
            self.samples += frame.audio
            self.has_begun.set()
        elif isinstance(frame, TTSTextFrame):
            self.words.append((frame.text, frame.pts or 0))
        elif isinstance(frame, TTSStoppedFrame):
            await self.push_frame(BotStoppedSpeakingFrame(), FrameDirection.UPSTREAM)
            self.has_ended.set()
        elif isinstance(frame, InterruptionFrame):
            self.was_interrupted.set()
        await self.push_frame(frame, direction)


class Call:
    """A running pipeline around a service."""

    def __init__(self, service: TTSService) -> None:
        self.speaker = Speaker()
        self.errors: list[ErrorFrame] = []
        self.failed = asyncio.Event()
        params = PipelineParams(audio_out_sample_rate=SAMPLE_RATE)
        self._worker = PipelineWorker(
            Pipeline([service, self.speaker]), cancel_on_idle_timeout=False, enable_rtvi=False, params=params
        )
        self._started = asyncio.Event()

        @self._worker.event_handler("on_pipeline_started")
        async def on_started(worker, frame) -> None:
            self._started.set()

        @self._worker.event_handler("on_pipeline_error")
        async def on_error(worker, frame: ErrorFrame) -> None:
            self.errors.append(frame)
            self.failed.set()

    async def __aenter__(self) -> "Call":
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self._worker)
        self._running = asyncio.create_task(runner.run())
        await self._started.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._worker.cancel()
        await self._running

    async def send(self, *frames: Frame) -> None:
        for frame in frames:
            await self._worker.queue_frame(frame)

    async def write(self, text: str) -> None:
        for start in range(0, len(text), 6):
            await self.send(LLMTextFrame(text[start : start + 6]))

    async def speak(self, pieces: list[str], pause_s: float = 0) -> Speaker:
        """One turn; the language model stalls before the last piece."""
        self.speaker.begin()
        await self.send(LLMFullResponseStartFrame())
        for index, piece in enumerate(pieces):
            if index == len(pieces) - 1:
                await asyncio.sleep(pause_s)
                self.speaker.has_ended.clear()  # some services end their speech when text stalls, and begin again
            await self.write(piece)
        await self.send(LLMFullResponseEndFrame())
        await self.hear(self.speaker.has_ended)
        return self.speaker

    async def hear(self, event: asyncio.Event) -> None:
        waiting = [asyncio.create_task(event.wait()), asyncio.create_task(self.failed.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        assert self.errors == [], self.errors

    async def interrupt(self) -> None:
        self.speaker.begin()
        await self.send(LLMFullResponseStartFrame())
        await self.write(checks.INTERRUPTED)
        await self.hear(self.speaker.has_begun)
        await self.send(InterruptionFrame())
        await self.hear(self.speaker.was_interrupted)
        # Deepgram's audio names no turn: Pipecat takes what arrives before `Cleared` for the next one, if that has begun.
        await asyncio.sleep(checks.INTERRUPTION_S)


PACKAGE = "pipecat-ai"


def checks_of(name: str, open_service: Open, *, has_words: bool = False):
    def in_call(check):
        async def run() -> None:
            async with Call(open_service(checks.KEY)) as call:
                await check(call)

        return run

    async def turns(call: Call) -> None:
        for text in checks.TURNS:
            checks.check_seconds((await call.speak([text])).seconds, text)

    async def pause(call: Call) -> None:
        speech = await call.speak([checks.BEFORE_PAUSE, checks.AFTER_PAUSE], checks.PAUSE_S)
        checks.check_seconds(speech.seconds, checks.BEFORE_PAUSE + checks.AFTER_PAUSE)

    async def barge_in(call: Call) -> None:
        undisturbed = (await call.speak([checks.TURNS[1]])).seconds
        for _ in range(3):
            await call.interrupt()
            checks.check_undisturbed((await call.speak([checks.TURNS[1]])).seconds, undisturbed)

    async def long_text(call: Call) -> None:
        checks.check_seconds((await call.speak([checks.LONG])).seconds, checks.LONG)

    async def word_times(call: Call) -> None:
        text = " ".join(checks.TURNS)
        speech = await call.speak([text])
        first = speech.words[0][1]
        words = [(word, (pts - first) / 1e9) for word, pts in speech.words]
        checks.check_words(words, text, speech.seconds)

    async def wrong_key() -> None:
        async with Call(open_service(checks.WRONG_KEY)) as call:
            await call.send(LLMFullResponseStartFrame(), LLMTextFrame("Hello."), LLMFullResponseEndFrame())
            await call.failed.wait()
            assert call.speaker.samples == b""

    yield name, PACKAGE, "turns", in_call(turns)
    yield name, PACKAGE, "pause", in_call(pause)
    yield name, PACKAGE, "barge-in", in_call(barge_in)
    yield name, PACKAGE, "long text", in_call(long_text)
    if has_words:
        yield name, PACKAGE, "word times", in_call(word_times)
    yield name, PACKAGE, "wrong key", wrong_key


async def heard_text() -> None:
    for played_s in checks.PLAYED_S:
        *_, reply = await pipecat_heard.interrupted_reply(checks.URL, checks.KEY, checks.REPLY, played_s)
        assert reply["role"] == "assistant", reply
        checks.check_heard(reply["content"], played_s)


class OneListener:
    """Stands in for a transport with one client."""

    def __init__(self) -> None:
        self.speaker = Speaker()
        self.handlers = {}

    def output(self) -> Speaker:
        return self.speaker

    def event_handler(self, name: str):
        return lambda handler: self.handlers.setdefault(name, handler)


async def example() -> None:
    listener = OneListener()
    running = asyncio.create_task(pipecat_agent.greet(listener))
    await asyncio.sleep(0.1)
    await listener.handlers["on_client_connected"](listener, None)
    await listener.speaker.has_ended.wait()
    checks.check_seconds(listener.speaker.seconds, pipecat_agent.GREETING)
    await listener.handlers["on_client_disconnected"](listener, None)
    await running


async def main() -> None:
    logger.remove()
    async with aiohttp.ClientSession() as session:

        def rime(key: str) -> TTSService:
            settings = RimeTTSService.Settings(voice="luna")
            return RimeTTSService(api_key=key, url=f"{checks.SOCKET_URL}/ws3", settings=settings)

        def rime_v1(key: str) -> TTSService:
            settings = RimeV1TTSService.Settings(model="coda", voice="luna")
            return RimeV1TTSService(api_key=key, websocket_url=f"{checks.SOCKET_URL}/coda/ws", settings=settings)

        def rime_http(key: str) -> TTSService:
            settings = RimeHttpTTSService.Settings(voice="luna", model="coda")
            service = RimeHttpTTSService(api_key=key, aiohttp_session=session, settings=settings)
            service._base_url = f"{checks.URL}/v1/rime-tts"  # it has no parameter
            return service

        def openai(key: str) -> TTSService:
            return OpenAITTSService(api_key=key, base_url=f"{checks.URL}/v1")

        def deepgram(key: str) -> TTSService:
            return DeepgramTTSService(api_key=key, base_url=checks.SOCKET_URL)

        def deepgram_flux(key: str) -> TTSService:
            return DeepgramFluxTTSService(api_key=key, url=f"{checks.SOCKET_URL}/v2/speak")

        def deepgram_http(key: str) -> TTSService:
            return DeepgramHttpTTSService(api_key=key, base_url=checks.URL, aiohttp_session=session)

        def elevenlabs(key: str) -> TTSService:
            settings = ElevenLabsTTSService.Settings(voice="luna")
            return ElevenLabsTTSService(api_key=key, url=checks.SOCKET_URL, settings=settings)

        def elevenlabs_http(key: str) -> TTSService:
            settings = ElevenLabsHttpTTSService.Settings(voice="luna")
            return ElevenLabsHttpTTSService(
                api_key=key, base_url=checks.URL, aiohttp_session=session, settings=settings
            )

        def cartesia(key: str) -> TTSService:
            settings = CartesiaTTSService.Settings(voice="luna")
            return CartesiaTTSService(api_key=key, url=f"{checks.SOCKET_URL}/tts/websocket", settings=settings)

        def cartesia_http(key: str) -> TTSService:
            settings = CartesiaHttpTTSService.Settings(voice="luna")
            return CartesiaHttpTTSService(api_key=key, base_url=checks.URL, settings=settings)

        await checks.run(
            [
                *checks_of("Pipecat, Rime v1", rime_v1),
                *checks_of("Pipecat, Rime ws3", rime, has_words=True),
                ("Pipecat, Rime ws3", PACKAGE, "example", example),
                *checks_of("Pipecat, Rime HTTP", rime_http),
                *checks_of("Pipecat, OpenAI", openai),
                *checks_of("Pipecat, Deepgram WebSocket", deepgram),
                *checks_of("Pipecat, Deepgram Flux", deepgram_flux),
                ("Pipecat, Deepgram Flux", PACKAGE, "heard text", heard_text),
                *checks_of("Pipecat, Deepgram HTTP", deepgram_http),
                *checks_of("Pipecat, ElevenLabs WebSocket", elevenlabs, has_words=True),
                *checks_of("Pipecat, ElevenLabs HTTP", elevenlabs_http, has_words=True),
                *checks_of("Pipecat, Cartesia WebSocket", cartesia, has_words=True),
                *checks_of("Pipecat, Cartesia HTTP", cartesia_http),
            ]
        )


asyncio.run(main())
